import { sql } from 'kysely';
import { openFigures } from '#series/public.ts';
import type { Db } from '#server/database/db.ts';
import { queryableOf } from '#server/database/queryable.ts';
import { refuseClosed } from './closed.ts';
import { type MeterExtent, holdExtents, markIntervals } from './extent.ts';
import { markWhole } from './keptSum/setSums.ts';

/** Marks all that meters ever had, in the caller's transaction: something that the fold reads beside readings changed. */
export async function markAll(trx: Db, meterIds: readonly number[]): Promise<MeterExtent[]> {
  const extents = await holdExtents(trx, await withSums(trx, meterIds));
  await markIntervals(
    trx,
    extents.map(({ meterId, first, last }) => ({ meterId, from: first, to: last })),
  );
  return extents;
}

/**
 * The same for another zone: days, months and years get other borders, so the old ones go at once. Quarters stay where
 * they are, and hours are replaced as they are folded, except the first, which may begin before all that is folded.
 * @throws Fault 409 where the raw readings of any of them are in files: its days could not be made again
 */
export async function restartAll(trx: Db, meterIds: readonly number[]): Promise<MeterExtent[]> {
  const extents = await markAll(trx, meterIds);
  // Whoever takes their readings out holds them too: only now what is final stays so.
  await refuseClosed(
    trx,
    meterIds.map((meterId) => ({ meterId, from: -Infinity })),
  );
  await markWhole(trx, extents.map((extent) => extent.meterId)); // prettier-ignore
  const before = extents.map(({ meterId, first }) => ({ meterId, level: 2, from: 0, to: first }));
  await openFigures(queryableOf(trx), before);
  await sql`delete from usage u using meter_fold m
    where m.meter_id = u.meter_id and u.meter_id = any(${extents.map((extent) => extent.meterId)}::integer[])
      and (u.level >= 3 or (u.level = 2 and u.ts < m.first_ts)) and (m.closed_ts is null or u.ts >= m.closed_ts)`.execute(
    trx,
  );
  return extents;
}

/** The meters and the virtual ones above them: whether their borders agree is part of a sum. */
async function withSums(trx: Db, meterIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select unnest(${meterIds}::integer[]) as id
      union select s.ammeter_id from ammeter_sum s join up on s.child_id = up.id)
    select id from up`.execute(trx);
  return rows.map((row) => row.id);
}
