/** The door of accounts: an account with its password in one's own transaction. */
export { addAccount, type NewAccount } from './addAccount.ts';
