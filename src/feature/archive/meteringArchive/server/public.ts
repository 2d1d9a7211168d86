/** The door of the metering archive: what its resources do beyond their definitions, the watch for due verifications. */
export { meteringArchiveSlots } from './slots.ts';
export { startDueWatch } from './watchDue.ts';
