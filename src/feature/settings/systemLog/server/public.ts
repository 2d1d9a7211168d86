/** The door of the logs. */
export { startLogUpkeep } from './upkeep.ts';
