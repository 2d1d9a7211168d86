/** Whether the demonstration's data are still being filled, for the shell. */
export { fillingNow } from './filling.ts';
