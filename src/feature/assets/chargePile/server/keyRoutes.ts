import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { chargePile } from '#resource/archive/chargePile.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { type Call, defineRoute, type Route } from '#server/route.ts';
import { newKey } from './key.ts';

const NO_IDENTITY = {
  zh: 'OCPP 身份：请先填写，桩以它连接',
  en: 'OCPP identity: fill it in first, the charger connects by it',
};

/** Whether a charger that the caller sees has a key; the change is recorded. @throws Fault 400, 404 */
async function setKey(call: Call<{ id: number }>, set: boolean, remarks: string): Promise<number> {
  const { trx, params } = call;
  const row = await findRow(trx, chargePile, params.id);
  if (!row) throw noSuchRow();
  if (set && row['ocppIdentity'] == null) throw badInput(NO_IDENTITY, 'ocppIdentity');
  await sql`update charge_pile set key_set = ${set} where id = ${row.id}`.execute(trx);
  await recordChange(call, chargePile, 'edit', row, { ...row, keySet: set }, remarks);
  await sql`select pg_notify('charge_pile', ${String(row.id)})`.execute(trx);
  return row.id;
}

const issueKey = defineRoute({
  method: 'POST',
  path: '/api/archive/chargePile/issueKey',
  summary: {
    zh: '充电桩：签发密钥（只显示一次，旧密钥失效）',
    en: 'Chargers: issue a key, shown this once; the one before is void',
  },
  permission: funCodeOf(chargePile, 'edit'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    const pileId = await setKey(call, true, '签发密钥 / key issued');
    return { key: await newKey(call.services.system, pileId) };
  },
});

const revokeKey = defineRoute({
  method: 'POST',
  path: '/api/archive/chargePile/revokeKey',
  summary: {
    zh: '充电桩：吊销密钥，其连接会被断开',
    en: 'Chargers: void the key; its connection is cut',
  },
  permission: funCodeOf(chargePile, 'edit'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async (call) => {
    const pileId = await setKey(call, false, '吊销密钥 / key revoked');
    const { numAffectedRows } = await sql`delete from charge_key where pile_id = ${pileId}`.execute(
      call.services.system,
    );
    return { revoked: Number(numAffectedRows ?? 0) };
  },
});

export const keyRoutes: readonly Route[] = [issueKey, revokeKey];
