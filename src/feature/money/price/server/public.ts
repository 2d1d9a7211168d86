/** The door of prices: what follows when a scheme, a version, a market price or an agreement changes. */
export { applyPriceChange, followPrice, type PriceChange } from './change.ts';
export { applyCurve, followCurve } from './curve.ts';
export { askApproval, checkApproval, checkDeletion } from './approval.ts';
