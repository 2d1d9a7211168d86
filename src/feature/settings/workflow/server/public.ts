/**
 * The door of the workflows: a feature sets a request on its way with `applyRequest`, and says with `onEnding` what
 * happens when the requests of its workflow are agreed or refused, in the transaction of that end.
 */
export { type Applicant, type Application, applyRequest } from './apply.ts';
export { type Ending, type EndingHandler, onEnding } from './ending.ts';
export { shipWorkflows } from './shipped.ts';
export {
  controlSlots,
  nodeOrgSlots,
  nodeSlots,
  paramDataSlots,
  procInfoSlots,
  requestSlots,
  workflowSlots,
} from './slots.ts';
