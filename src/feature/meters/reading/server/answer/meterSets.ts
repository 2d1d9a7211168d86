import type { Db } from '#server/database/db.ts';
import { MeterSet } from '#series/meterSet.ts';
import { visibleMeters } from './visible.ts';

/** Those of the meters that the executor's scope shows, as the door to the series takes them. */
export async function visibleMeterSet(db: Db, meterIds: readonly number[]): Promise<MeterSet> {
  const meters = await visibleMeters(db, meterIds);
  return MeterSet.ofArchive(meters.map((meter) => meter.id));
}

/** Meters that the product itself works for, whoever they belong to; never what a request names. */
export const systemMeterSet = (meterIds: readonly number[]): MeterSet => MeterSet.ofArchive(meterIds);
