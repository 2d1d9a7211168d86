import { codeIndex } from '#contract/dataCode.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';

/** The register of meter number `m` at hour `h`, in hundredths: never the same step for two meters or two hours of a day. */
export const registerAt = (m: number, h: number): number => h * (400 + 7 * m) + 13 * (h % 24);

/**
 * Stores registers of every hour over an interval, meter by meter in batches of twenty; what `skip` names is left out.
 * The time it takes is that of storing alone: nothing is folded yet.
 */
export async function storeYear(
  db: Db,
  meterIds: readonly number[],
  from: number,
  hours: number,
  skip: (m: number, h: number) => boolean = () => false,
): Promise<void> {
  const pp = codeIndex('PP');
  for (let first = 0; first < meterIds.length; first += 20) {
    const builder = new BatchBuilder();
    meterIds.slice(first, first + 20).forEach((meterId, i) => {
      for (let h = 0; h <= hours; h++) {
        if (skip(first + i, h)) continue;
        builder.row(meterId, from + h * HOUR_MS);
        builder.set(pp, registerAt(first + i, h) / 100);
      }
    });
    await storeReadings(db, builder.batch());
  }
}
