import { CompiledQuery } from 'kysely';
import type { Bucket } from '#domain/fold/bucket.ts';
import { type Level, bucketEnd } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { BUCKET_COLUMNS, type BucketCells, bucketOf } from '../usageStore.ts';
import { visibleMeters } from './visible.ts';

/** A bucket of a meter. Energies are millionths in the order of ENERGY_CODES: PP RP QI QO PP1–PP5. */
export interface MeterBucket extends Bucket {
  readonly meterId: number;
  readonly end: number;
}

/**
 * What is known of meters in the buckets whose start lies in [from, to) (ms), by meter and time. Buckets of which
 * nothing is known are absent. Meters outside the executor's scope answer nothing.
 */
export async function usageOf(
  db: Db,
  meterIds: readonly number[],
  level: Level,
  from: number,
  to: number,
): Promise<MeterBucket[]> {
  const meters = new Map((await visibleMeters(db, meterIds)).map((meter) => [meter.id, meter]));
  if (meters.size === 0) return [];
  const { rows } = await db.executeQuery<Record<string, string | number | null>>(
    CompiledQuery.raw(
      `select ${BUCKET_COLUMNS}, u.meter_id
       from unnest($1::integer[]) m (id) cross join lateral usage_in(m.id, $2, $3, $4) u order by u.meter_id, u.ts`,
      [[...meters.keys()], level, new Date(from), new Date(to)],
    ),
  );
  return rows.map((row) => {
    const cells: BucketCells = Object.values(row);
    const bucket = bucketOf(cells);
    const meterId = Number(row['meter_id']);
    const zone = meters.get(meterId)?.zone;
    return { ...bucket, meterId, end: zone ? bucketEnd(zone, level, bucket.ts) : bucket.ts };
  });
}
