/** The door of the signal points in the browser. */
export { PointBand } from './PointBand.tsx';
