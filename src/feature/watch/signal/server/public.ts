/** The door of the signal points on the server: how they stand now. */
export { pointsOf } from './points.ts';
