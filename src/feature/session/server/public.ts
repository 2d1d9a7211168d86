/** What other features may use of accounts and sessions. */
export { addAccount } from './addAccount.ts';
export type { NewAccount } from './addAccount.ts';
export { checkNewPassword, hashPassword, keepHash, passwordFits, setPassword } from './password.ts';
export { countTry, forgetTries } from './attempt.ts';
export { callerOf, closeSessionsOf, forgetCallers } from './session.ts';
