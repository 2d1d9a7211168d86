/** The store of signal points: positions beside the readings, kept as changes. It takes the database opened for the system. */
export { storeStates } from './storeStates.ts';
export { startThinning } from './thinHeard.ts';
