import { CODES, type CodeTable } from '#contract/dataCode.ts';
import { type Reading } from '#domain/fold/point.ts';
import { isVoid, type Void } from '#domain/fold/void.ts';
import type { Db } from '#server/database/db.ts';
import { type MeterSet, type MeterWindow, readings } from '#series/public.ts';
import { voidsOf } from '../loadVoids.ts';
import { sourcesOf } from './sources.ts';

/**
 * The readings that count in windows: of each window, and of each code in the order asked for, those of sources that stand which no
 * person took out, in the order of time. @throws RangeError for an unknown code
 */
export async function countingReadings(
  db: Db,
  meters: MeterSet,
  windows: readonly MeterWindow[],
  codes: readonly string[],
  table: CodeTable = CODES,
): Promise<Reading[][][]> {
  const told = windows.map(() => codes.map((): Reading[] => []));
  const [columns, voids] = await Promise.all([
    readings(db, meters, windows, codes, { table }),
    voidsOf(db, [...new Set(windows.map((one) => one.meterId))]),
  ]);
  const sourceOf = await sourcesOf(db, columns.source);
  const names = codes.map((code) => table.entries[table.indexOf(code)]?.code ?? code);
  for (let i = 0; i < columns.n; i++) {
    const source = columns.source[i] as number;
    const { counts, rank } = sourceOf(source);
    if (!counts) continue;
    const place = columns.window[i] as number;
    const ts = columns.ts[i] as number;
    const taken = voids.get((windows[place] as MeterWindow).meterId) ?? NO_VOIDS;
    for (let c = 0; c < codes.length; c++) {
      const value = (columns.values[c] as Float64Array)[i] as number;
      if (Number.isNaN(value) || isTaken(taken, names[c] as string, ts, source)) continue;
      told[place]?.[c]?.push({ ts, source, rank, value });
    }
  }
  return told;
}

const NO_VOIDS: readonly Void[] = [];

const isTaken = (voids: readonly Void[], code: string, ts: number, source: number): boolean =>
  voids.length > 0 && isVoid(voids, 'reading', code, { from: ts, to: ts, source });
