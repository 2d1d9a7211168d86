/** The door of prices: what follows when a scheme, a version, a market price or an agreement changes. */
export { followPrice } from './change.ts';
export { followCurve } from './curve.ts';
export { askApproval, checkApproval, checkDeletion } from './approval.ts';
export { refuseOverlap } from './overlap.ts';
