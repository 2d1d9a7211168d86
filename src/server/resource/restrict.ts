import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { conflict } from '#contract/error.ts';
import type { SlotCall, Values } from './slot.ts';
import { tableOf } from './table.ts';

/** Refuses a new row where the operator limits how many of its kind an enterprise may have. @throws Fault 409. */
export async function checkRestrictions(call: SlotCall, resource: Resource, values: Values): Promise<void> {
  if (resource.scope === null || resource.scope === 'id') return;
  const owner = values[resource.scope];
  if (typeof owner !== 'number') return;
  const { rows } = await sql<{ most: number }>`select most from org_restrict
    where consumer_id = ${owner} and resource_name = ${resource.name} and state = '1'`.execute(call.trx);
  const most = rows[0]?.most;
  if (most === undefined) return;
  const { rows: counts } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(tableOf(resource))}
    where ${sql.ref(snake(resource.scope))} = ${owner}`.execute(call.trx);
  if ((counts[0]?.n ?? 0) < most) return;
  const { zh, en } = resource.label;
  throw conflict({
    zh: `${zh}：本企业最多 ${most} 条，请联系平台运营`,
    en: `${en}: this enterprise may have at most ${most}; ask the platform operator`,
  });
}
