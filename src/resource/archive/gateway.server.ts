import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { askMoved, hashToken } from '#feature/meters/ingest/server/public.ts';
import { forgetObject } from '#feature/watch/plant/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { SlotCall, Slots } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import { gateway } from './gateway.ts';

/** Gives a gateway that the caller sees a new token, shown this once; only its hash is kept. */
async function newToken(trx: Db, gatewayId: number): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await sql`insert into gateway_token (token_hash, gateway_id) values (${hashToken(token)}, ${gatewayId})`.execute(
    trx,
  );
  return token;
}

const rotateToken = defineRoute({
  method: 'POST',
  path: '/api/archive/gateway/rotateToken',
  summary: { zh: '网关：更换令牌', en: 'Gateways: issue a new token, the old ones are void' },
  permission: funCodeOf(gateway, 'edit'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    const { trx, params } = call;
    await revokeAll(call, params.id, '更换令牌 / token rotated');
    return { token: await newToken(trx, params.id) };
  },
});

const revokeToken = defineRoute({
  method: 'POST',
  path: '/api/archive/gateway/revokeToken',
  summary: { zh: '网关：吊销令牌', en: 'Gateways: revoke every token; its connection is cut' },
  permission: funCodeOf(gateway, 'edit'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => ({ revoked: await revokeAll(call, call.params.id, '吊销令牌 / token revoked') }),
});

/** Ends the tokens of a gateway, which cuts its connections; answers how many. @throws Fault 404 */
async function revokeAll(call: SlotCall, gatewayId: number, remarks: string): Promise<number> {
  const row = await findRow(call.trx, gateway, gatewayId);
  if (!row) throw noSuchRow();
  const { numAffectedRows } = await sql`update gateway_token set revoked_at = now()
    where gateway_id = ${gatewayId} and revoked_at is null`.execute(call.trx);
  await recordChange(call, gateway, 'edit', row, row, remarks);
  return Number(numAffectedRows ?? 0);
}

export const gatewaySlots: Slots = {
  adds: { token: { zh: '令牌，只在此返回一次', en: 'the token, shown this once' } },
  beforeSave: askMoved,
  afterSave: async ({ trx }, row, before) =>
    before === null ? { token: await newToken(trx, row.id) } : undefined,
  beforeDelete: async ({ trx }, row) => {
    await forgetObject(trx, 'gateway', row.id);
    await sql`delete from gateway_mapping where gateway_id = ${row.id}`.execute(trx);
  },
  routes: [rotateToken, revokeToken],
};
