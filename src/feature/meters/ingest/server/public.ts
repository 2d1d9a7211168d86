/**
 * The one way in of readings that devices send. A door finds the gateway (`ingest.gateways`, by token or id) and hands
 * what came to `takeTelemetry`; its promise resolves after the commit.
 */
export { type Gateway } from './gateway.ts';
export { readBody } from '../domain/body.ts';
export { isPoison } from './poison.ts';
export { hashToken, issueToken, revokeTokens } from './token.ts';
export { type Ingest, openIngest, takeTelemetry } from './ingest.ts';
export { patiently } from './patiently.ts';
export { ingestApi } from './ingestApi.ts';
export { INGEST_PATH, mountIngest } from './ingestRoute.ts';
export { countHeld, HELD_COLUMNS, type HeldRow } from './release.ts';
export { retimeHeld } from './retime.ts';
export { startReleasing } from './startReleasing.ts';
export { askMapped, askMoved, askRenamed, effectOfTakeover } from './takeover.ts';
