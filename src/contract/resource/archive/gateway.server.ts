import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { hashToken } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import type { Slots } from '#server/resource/slot.ts';
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
  handler: async ({ trx, params }) => {
    if (!(await findRow(trx, gateway, params.id))) throw noSuchRow();
    await sql`update gateway_token set revoked_at = now()
      where gateway_id = ${params.id} and revoked_at is null`.execute(trx);
    return { token: await newToken(trx, params.id) };
  },
});

export const gatewaySlots: Slots = {
  afterSave: async ({ trx }, row, before) =>
    before === null ? { token: await newToken(trx, row.id) } : undefined,
  routes: [rotateToken],
};
