import type { Door } from '#server/door.ts';
import { OCPP_PATH } from '../contract.ts';
import { openChargers } from './ocpp.ts';

/** Chargers: the WebSockets that they open, and what their sessions come to. */
export const door: Door = { socket: { path: OCPP_PATH, open: openChargers } };
export { newKey } from './key.ts';
export { SHARE_CHANNEL } from './shareChannel.ts';
export { keyRoutes } from './keyRoutes.ts';
export { tagCodeOf } from './tag.ts';
export { pilesNow, type SessionOfTime, sessionsOver, STALE_MS } from './use.ts';
