/**
 * The door of the workflows: a feature sets a request on its way with `applyRequest`, and says with `onEnding` what
 * happens when the requests of its workflow are agreed or refused, in the transaction of that end.
 */
export { applyRequest } from './apply.ts';
export { type Ending, type EndingHandler, onEnding } from './ending.ts';
export { shipWorkflows } from './shipped.ts';
export { stopRequest } from './stopped.ts';
export {
  controlSlots,
  nodeOrgSlots,
  nodeSlots,
  paramDataSlots,
  procInfoSlots,
  requestSlots,
  workflowSlots,
} from './slots.ts';
