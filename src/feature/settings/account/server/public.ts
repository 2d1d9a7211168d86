/** The door of accounts: an account with its password in one's own transaction. */
export { addAccount } from './addAccount.ts';
/** Ends the open invitation of an account. */
export { withdrawInvitation } from './invitation.ts';
/** Brings the policies of roles' limits up to the definitions. */
export { shipLimits } from './limitPolicy.ts';
/** Which roles a caller may hear of. */
export { mayBeNamed } from './roleToGive.ts';
