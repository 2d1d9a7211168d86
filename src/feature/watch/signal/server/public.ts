/** The door of the signal points on the server: how they stand now, and what they told. */
export { pointsOf } from './points.ts';
export { courseIn } from './history.ts';
