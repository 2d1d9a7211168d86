import { sql } from 'kysely';
import { snake } from '#contract/define.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';

/** The instrument of an id; undefined where there is none. */
export const findGauge = ({ trx }: SlotCall, id: unknown): Promise<JsonRow | undefined> =>
  typeof id === 'number' ? findRow(trx, gaugeConfigure, id) : Promise.resolve(undefined);

/** What a replacement or a verification makes of its meter, with the reason in the change log. */
export async function moveGauge(
  call: SlotCall,
  gauge: JsonRow,
  values: Readonly<Record<string, unknown>>,
  why: string,
): Promise<void> {
  const set = Object.entries(values).map(([key, value]) => sql`${sql.ref(snake(key))} = ${value}`);
  await sql`update gauge_configure set ${sql.join(set)} where id = ${gauge.id}`.execute(call.trx);
  const after = await findGauge(call, gauge.id);
  if (after) await recordChange(call, gaugeConfigure, 'edit', gauge, after, why);
}
