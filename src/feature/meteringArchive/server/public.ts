/** The door of the metering archive: what its resources do beyond their definitions. */
export { meteringArchiveSlots } from './slots.ts';
