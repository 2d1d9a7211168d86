/** The door of energy use: analyses that a report contains, and the parts that an object is told by. */
export { classChart } from './class.ts';
export { energy } from './energy.ts';
export { part } from './part.ts';
export { CLASSIFY, type Classify, objectOf, partCourses, partsOf } from './parts.ts';
export { WEEKDAYS } from './weekday.ts';
