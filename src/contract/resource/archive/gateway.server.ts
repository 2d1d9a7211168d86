import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { findRow } from '#server/resource/row.ts';
import type { Slots } from '#server/resource/slot.ts';
import { gateway } from './gateway.ts';

/** The hash under which a gateway's token is kept. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Gives a gateway a new token; the old one is void at once. The token itself is not kept. */
export async function issueToken(system: Db, gatewayId: number): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await sql`insert into gateway_secret (gateway_id, token_hash) values (${gatewayId}, ${tokenHash(token)})
    on conflict (gateway_id) do update set token_hash = excluded.token_hash`.execute(system);
  return token;
}

const rotateToken = defineRoute({
  method: 'POST',
  path: '/api/archive/gateway/rotateToken',
  summary: { zh: '网关：更换令牌', en: 'Gateways: issue a new token' },
  permission: funCodeOf(gateway, 'edit'),
  params: z.object({ id: id() }),
  handler: async ({ trx, params, services }) => {
    if (!(await findRow(trx, gateway, params.id))) throw noSuchRow();
    return { token: await issueToken(services.system, params.id) };
  },
});

export const gatewaySlots: Slots = { routes: [rotateToken] };
