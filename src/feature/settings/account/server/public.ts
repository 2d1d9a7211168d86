/** The door of accounts: an account with its password in one's own transaction. */
export { addAccount } from './addAccount.ts';
/** Brings the policies of roles' limits up to the definitions. */
export { shipLimits } from './limitPolicy.ts';
