import type { Db } from '#server/database/db.ts';

/** Limits of error in percent of meters whose accuracy class the archive knows, by meter. */
export async function recordedClasses(_trx: Db, _meterIds: readonly number[]): Promise<Map<number, number>> {
  return new Map();
}
