/** The door of demand: its rules, the maximum demand of settlement months, and what the worker watches. */
export {
  maximaUnder,
  methodsOf,
  type RuledMaximum,
  ruledIntervals,
  type RuledInterval,
  slidingIn,
} from './demandRule.ts';
export { type Guarded, guardNow, guardsOf } from './guard.ts';
export { startDemandWatch } from './guardWatch.ts';
export { settlementDemand } from './settlement.ts';
export { settlementRuleOf } from './settlementRule.ts';
