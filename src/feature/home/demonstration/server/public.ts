/** The door of the demonstration: its data and accounts as the product starts. */
export { enterAccounts, knownPasswords, openAccounts } from './accounts.ts';
export { startDemonstration } from './start.ts';
