/** The door of the kept sums. */
export { followStructures, startKeepingSums } from './keepSums.ts';
