/** The door of the archive's files. */
export { type CheckFilePlace, keepCheckFile } from './keepCheckFile.ts';
export { checkFileSlots } from './slots.ts';
