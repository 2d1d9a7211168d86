/** The door of sessions for the server halves of resources: `public.ts` stands on the resource engine, which they are part of. */
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
