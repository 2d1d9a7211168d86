/** The door of the archive's files. */
export { checkFileSlots } from './slots.ts';
