import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { classOf } from '#domain/figure/accuracy.ts';

/** Limits of error in percent of meters whose accuracy class the archive knows (tab 16), by meter. */
export async function recordedClasses(trx: Db, meterIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ meterId: number; written: string }>`
    select ammeter_id as "meterId", precision_level as written from gauge_configure
    where ammeter_id = any(${meterIds}) order by install_time, id`.execute(trx);
  return new Map(
    rows.flatMap(({ meterId, written }) => {
      const limit = classOf(written);
      return limit === null ? [] : [[meterId, limit] as const];
    }),
  );
}
