import { CODES } from '#contract/dataCode.ts';
import { type Reading, resolve } from '#domain/fold/point.ts';
import type { Db } from '#server/database/db.ts';
import { countingReadings } from './countingReadings.ts';
import { visibleMeterSet } from './meterSets.ts';

/** An interval of a meter, both ends of it (ms) included. */
export interface GaugeWindow {
  readonly meterId: number;
  readonly from: number;
  readonly to: number;
}

/** The values of a meter that count at an instant (ms), by data code. */
export interface GaugeValues {
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

/**
 * The values of some codes that count of many meters at once, each over windows of its own, in the order of time; those
 * of curves (`readingsOf`), for what is judged of all that comes. Meters that the executor's scope does not show, or that told
 * nothing, are left out.
 */
export async function gaugesOver(
  db: Db,
  windows: readonly GaugeWindow[],
  codes: readonly string[],
  table = CODES,
): Promise<ReadonlyMap<number, readonly GaugeValues[]>> {
  if (windows.length === 0 || codes.length === 0) return new Map();
  const ids = windows.map((one) => one.meterId);
  const meters = await visibleMeterSet(db, ids);
  const shown = new Set(meters.ids);
  const asked = windows.filter((one) => shown.has(one.meterId));
  const open = asked.map(({ meterId, from, to }) => ({ meterId, from, to: to + 1 }));
  const told = await countingReadings(db, meters, open, codes, table);
  const byMeter = new Map<number, Map<number, Record<string, number>>>();
  for (const [place, { meterId }] of asked.entries()) {
    const byCode = told[place] as Reading[][];
    if (byCode.every((list) => list.length === 0)) continue;
    const byInstant = byMeter.get(meterId) ?? new Map<number, Record<string, number>>();
    byMeter.set(meterId, byInstant);
    codes.forEach((code, i) => {
      for (const { ts, value } of resolve(byCode[i] as Reading[])) {
        const values = byInstant.get(ts) ?? {};
        values[code] = value;
        byInstant.set(ts, values);
      }
    });
  }
  return new Map([...byMeter].map(([id, byInstant]) => [id, inOrder(byInstant)]));
}

const inOrder = (byInstant: ReadonlyMap<number, Record<string, number>>): GaugeValues[] =>
  [...byInstant].map(([at, values]) => ({ at, values })).toSorted((a, b) => a.at - b.at);
