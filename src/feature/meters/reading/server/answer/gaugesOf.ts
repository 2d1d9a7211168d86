import { CODES } from '#contract/dataCode.ts';
import type { Db } from '#server/database/db.ts';
import { gaugesOver } from './gaugesOver.ts';
import { visibleMeter } from './visible.ts';

/** What several gauges of a meter told at one instant, in the order of the codes asked for. */
export interface GaugeSample {
  readonly ts: number;
  readonly values: readonly (number | null)[];
}

/**
 * The values of some standard codes that count, instant by instant in [from, to) (ms).
 * @throws Fault 404 for a meter outside the executor's scope.
 */
export async function gaugesOf(
  db: Db,
  meterId: number,
  codes: readonly string[],
  from: number,
  to: number,
  table = CODES,
): Promise<GaugeSample[]> {
  await visibleMeter(db, meterId);
  const known = await gaugesOver(db, [{ meterId, from, to: to - 1 }], codes, table);
  return (known.get(meterId) ?? []).map(({ at, values }) => ({
    ts: at,
    values: codes.map((code) => values[code] ?? null),
  }));
}
