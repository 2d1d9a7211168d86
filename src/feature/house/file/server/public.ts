/** The door of the files on record. */
export { inspectFile, PICTURES } from './inspect.ts';
export { keepFile } from './keepFile.ts';
export { fileRecordSlots } from './slots.ts';
