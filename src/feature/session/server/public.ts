/** What other features may use of accounts and sessions. */
export { countLogin, countTry, forgetTries, lockedUntil, passLogin } from './attempt.ts';
export { followCallers } from './follow.ts';
export { refuseAbove, refuseAllButOperators } from './guard.ts';
export { menuTree } from './menu.ts';
export { checkNewPassword, hashPassword, isPasswordOf, passwordFits, setPassword } from './password.ts';
export { proveOwn } from './prove.ts';
export { codesOf, reachOf } from './right.ts';
export { callerOf, closeSessionsOf, COOKIE, forgetCallers } from './session.ts';
