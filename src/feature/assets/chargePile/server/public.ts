/** The door of chargers: the WebSockets that they open, and what their sessions come to. */
export { openChargers } from './ocpp.ts';
export { newKey } from './key.ts';
export { SHARE_CHANNEL } from './shareChannel.ts';
export { keyRoutes } from './keyRoutes.ts';
export { tagCodeOf } from './tag.ts';
export { pilesNow, type SessionOfTime, sessionsOver, STALE_MS } from './use.ts';
