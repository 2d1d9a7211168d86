import { sql } from 'kysely';
import type { Occurrence } from '#domain/alarm/occurrence.ts';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';

/**
 * The numbers under which raises are told: how many raises their records have, but more than any that was told before, as late data
 * may have made several of them one.
 */
export async function raiseNumbers(
  trx: Db,
  told: readonly { readonly recordId: number; readonly occurrence: Occurrence }[],
): Promise<ReadonlyMap<number, number>> {
  if (told.length === 0) return new Map();
  const { rows } = await sql<{ id: number; last: number }>`
    select alarm_record_id as id, max(raise_count) as last from linkage_record
    where alarm_record_id = any (${numbers(told.map(({ recordId }) => recordId))}::integer[]) and record_source = 'machine'
    group by 1`.execute(trx);
  const last = new Map(rows.map((row) => [row.id, row.last]));
  return new Map(
    told.map(({ recordId, occurrence: { episodes } }) => [
      recordId,
      Math.max(episodes.length, (last.get(recordId) ?? 0) + 1),
    ]),
  );
}
