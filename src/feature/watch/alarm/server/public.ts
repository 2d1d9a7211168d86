/** The door of alarms on the server: what is open of an organisation. */
export { type Act, writeActs } from './act.ts';
export { countOpen } from './countOpen.ts';
export { conditionOf, OPEN } from './query.ts';
export { levelOfValue, levelsOf } from './levels.ts';
export { openAlarms } from './openAlarms.ts';
export { SHELF } from './rows.ts';
export { tellRecords } from './tell.ts';
