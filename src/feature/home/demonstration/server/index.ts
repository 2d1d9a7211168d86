export { enterAccounts, openAccounts } from './accounts.ts';
export { routes } from './route.ts';
export { startDemonstration } from './start.ts';
