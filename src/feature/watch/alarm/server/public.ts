/** The door of alarms on the server: what is open of an organisation. */
export { openAlarms } from './openAlarms.ts';
export { tellRecords } from './tell.ts';
