import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { conflict } from '#contract/error.ts';
import type { SlotCall, Values } from './slot.ts';
import { tableOf } from './table.ts';

/** Refuses new rows where the operator limits how many of their kind an enterprise may have. @throws Fault 409. */
export async function checkRestrictions(
  call: SlotCall,
  resource: Resource,
  rows: readonly Values[],
): Promise<void> {
  const { scope, name, label } = resource;
  if (scope === null || scope === 'id') return;
  const wanted = new Map<number, number>();
  for (const { [scope]: owner } of rows)
    if (typeof owner === 'number') wanted.set(owner, (wanted.get(owner) ?? 0) + 1);
  const { rows: limits } = await sql<{ owner: number; most: number }>`
    select consumer_id as owner, most from org_restrict
    where consumer_id = any (${[...wanted.keys()]}) and resource_name = ${name} and state = '1'`.execute(
    call.trx,
  );
  for (const { owner, most } of limits) {
    const { rows: counts } = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(tableOf(resource))}
      where ${sql.ref(snake(scope))} = ${owner}`.execute(call.trx);
    if ((counts[0]?.n ?? 0) + (wanted.get(owner) ?? 0) <= most) continue;
    throw conflict({
      zh: `${label.zh}：本企业最多 ${most} 条，请联系平台运营`,
      en: `${label.en}: this enterprise may have at most ${most}; ask the platform operator`,
    });
  }
}
