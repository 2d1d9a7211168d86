/** The door of demand: what the worker watches, and the maximum demand of settlement months. */
export { startDemandWatch, watchDemand } from './guardWatch.ts';
export { settlementDemand } from './settlement.ts';
export { guardsOf } from './guard.ts';
