/** The door of sessions for the server halves of resources: who may write what, and whose session ends by it. */
export {
  oneAtATime,
  refuseAbove,
  refuseAllButOperators,
  refuseLockOut,
  refuseMoreFunctions,
  refuseMoreReach,
  refuseMoreRoles,
} from './guard.ts';
export { closeSessionsOf, forgetCallers } from './session.ts';
