/** The door of demand: what the worker watches. */
export { startDemandWatch, watchDemand } from './guardWatch.ts';
