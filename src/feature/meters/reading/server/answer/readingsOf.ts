import { CODES } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { resolve } from '#domain/fold/point.ts';
import { isVoid } from '#domain/fold/void.ts';
import type { Db } from '#server/database/db.ts';
import { readings } from '#series/public.ts';
import { voidsOf } from '../loadVoids.ts';
import { countingReadings } from './countingReadings.ts';
import { visibleMeterSet } from './meterSets.ts';
import { sourcesOf } from './sources.ts';
import { visibleMeter } from './visible.ts';

/** A curve of one code of a meter. */
export interface Curve {
  /** In the order of time: instants in ms and the values that count. */
  readonly points: readonly { readonly ts: number; readonly value: number }[];
  /** How many readings there are, before thinning. */
  readonly total: number;
}

/**
 * The values of a code that count in [from, to). More than `maxPoints` are thinned to the lowest and highest of
 * each of `maxPoints` / 2 equal intervals.
 * @throws Fault 400 for an unknown code, 404 for a meter outside the executor's scope.
 */
export async function readingsOf(
  db: Db,
  meterId: number,
  code: string,
  from: number,
  to: number,
  maxPoints = 2000,
  table = CODES,
): Promise<Curve> {
  if (table.indexOf(code) < 0) throw badInput({ zh: '未知的数据代码', en: 'Unknown data code' }, 'code');
  await visibleMeter(db, meterId);
  const meters = await visibleMeterSet(db, [meterId]);
  const [[found = []] = []] = await countingReadings(db, meters, [{ meterId, from, to }], [code], table);
  const points = resolve(found);
  return { points: thin(points, from, to, maxPoints), total: points.length };
}

type Value = { readonly ts: number; readonly value: number };

/** Lowest and highest of each interval, in the order of time. */
function thin(points: readonly Value[], from: number, to: number, most: number): Value[] {
  const plain = ({ ts, value }: Value): Value => ({ ts, value });
  if (points.length <= most) return points.map(plain);
  const width = (to - from) / Math.max(1, Math.floor(most / 2));
  const kept: Value[] = [];
  for (let i = 0; i < points.length;) {
    const end = from + (Math.floor(((points[i] as Value).ts - from) / width) + 1) * width;
    let low = points[i] as Value;
    let high = low;
    for (; i < points.length && (points[i] as Value).ts < end; i++) {
      const point = points[i] as Value;
      if (point.value < low.value) low = point;
      if (point.value > high.value) high = point;
    }
    const [first, second] = low.ts <= high.ts ? [low, high] : [high, low];
    kept.push(plain(first));
    if (second !== first) kept.push(plain(second));
  }
  return kept;
}

/** A reading as received, with every value of its instant and source. */
export interface RawReading {
  readonly ts: number;
  readonly source: number;
  readonly sourceName: string | null;
  readonly rank: number;
  /** False where the source is undone or not finished, or a person took its register out. */
  readonly counts: boolean;
  readonly values: Readonly<Record<string, number>>;
}

/** So many readings are told at most. */
const MOST_RAW = 100_000;

/** All readings of a meter in [from, to) as received, also those that do not count. @throws Fault 404 */
export async function rawReadings(
  db: Db,
  meterId: number,
  from: number,
  to: number,
  table = CODES,
): Promise<RawReading[]> {
  await visibleMeter(db, meterId);
  const meters = await visibleMeterSet(db, [meterId]);
  const codes = table.entries.map((entry) => entry.code);
  const told = await readings(db, meters, [{ meterId, from, to }], codes, { limit: MOST_RAW, table });
  const voids = (await voidsOf(db, [meterId])).get(meterId) ?? [];
  const sourceOf = await sourcesOf(db, told.source);
  return Array.from({ length: told.n }, (_, i) => {
    const ts = told.ts[i] as number;
    const source = told.source[i] as number;
    const { name, rank, counts } = sourceOf(source);
    const taken = isVoid(voids, 'reading', 'PP', { from: ts, to: ts, source });
    const values: Record<string, number> = {};
    codes.forEach((code, c) => {
      const value = (told.values[c] as Float64Array)[i] as number;
      if (!Number.isNaN(value)) values[code] = value;
    });
    return { ts, source, sourceName: name, rank, counts: counts && !taken, values };
  });
}

/** The readings of the local day that holds an instant, as received. @throws Fault 404 */
export async function rawDay(db: Db, meterId: number, at: number): Promise<RawReading[]> {
  const { zone } = await visibleMeter(db, meterId);
  const day = zone.localDay(at);
  return rawReadings(db, meterId, zone.startOfDay(day), zone.startOfDay(day + 1));
}
