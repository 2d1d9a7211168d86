/** The door of meter life: other ways in which a meter comes to be write the beginning of its life here. */
export { removeReplacement, type Replacement, writeReplacement } from './replaceDevice.ts';
export { monthsOf } from './getLife.ts';
export { beginLife } from './beginLife.ts';
