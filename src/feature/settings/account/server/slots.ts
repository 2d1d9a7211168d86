/** The door of accounts for the server halves of resources. */
export { withdrawInvitation } from './invitation.ts';
