/** The door of linkages: the alarms plan and skip runs in their own transactions, the worker does them. */
export { startLinkageLoop } from './loop.ts';
export { planRuns, skipRuns } from './plan.ts';
export type { Raised } from '../domain/plan.ts';
export type { Ways } from './run.ts';
