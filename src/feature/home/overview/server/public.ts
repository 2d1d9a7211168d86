/** The door of the overview for other screens that show the same: key figures, courses, rankings. */
export { courseOf } from './course.ts';
export { figuresOf } from './figures.ts';
export { deviceTopOf } from './ranking.ts';
