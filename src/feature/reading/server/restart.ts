import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { type MeterExtent, holdExtents, markStretches } from './extent.ts';

/** Marks all that meters ever had, in the caller's transaction: something that the fold reads beside readings changed. */
export async function markAll(trx: Db, meterIds: readonly number[]): Promise<MeterExtent[]> {
  const extents = await holdExtents(trx, meterIds);
  await markStretches(
    trx,
    extents.map(({ meterId, first, last }) => ({ meterId, from: first, to: last })),
  );
  return extents;
}

/**
 * The same for another zone: days, months and years get other borders, so the old ones go at once. Quarters stay where
 * they are, and hours are replaced as they are folded, except the first, which may begin before all that is folded.
 */
export async function restartAll(trx: Db, meterIds: readonly number[]): Promise<MeterExtent[]> {
  const extents = await markAll(trx, meterIds);
  await sql`delete from usage u using meter_fold m
    where m.meter_id = u.meter_id and u.meter_id = any(${meterIds}::integer[])
      and (u.level >= 3 or (u.level = 2 and u.ts < m.first_ts))`.execute(trx);
  return extents;
}
