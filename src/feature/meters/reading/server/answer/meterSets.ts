import type { Db } from '#server/database/db.ts';
import { MeterSet } from '#series/meterSet.ts';
import { visibleMeters } from './visible.ts';

/** Those of the meters that the executor's scope shows, as the door to the series takes them. */
export async function visibleMeterSet(db: Db, meterIds: readonly number[]): Promise<MeterSet> {
  const meters = await visibleMeters(db, meterIds);
  return MeterSet.ofArchive(meters.map((meter) => meter.id));
}
