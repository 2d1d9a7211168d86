/** The door of the statistics: what a report and the first screen can tell of them. */
export { classify } from './classify.ts';
export { form } from './form.ts';
export { shift } from './shift.ts';
export { unitMonthsOf } from './unitMonth.ts';
