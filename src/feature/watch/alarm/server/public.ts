/** The door of alarms on the server: what is open of an organisation. */
export { openAlarms, type OpenSummary } from './openAlarms.ts';
