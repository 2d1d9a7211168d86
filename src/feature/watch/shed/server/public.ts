/** Shedding of loads where demand is about to exceed its limit: what the worker watches. */
export { startShedWatch } from './watch.ts';
