/** The door of the statistics: what a report can tell of them. */
export { classify } from './classify.ts';
export { form } from './form.ts';
export { shift } from './shift.ts';
