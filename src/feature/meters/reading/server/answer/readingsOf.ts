import { sql } from 'kysely';
import { CODES } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { RANK, type Reading, resolve } from '#domain/fold/point.ts';
import { isVoid } from '#domain/fold/void.ts';
import type { Db } from '#server/database/db.ts';
import { loadVoids } from '../loadVoids.ts';
import { queryableOf } from '../queryable.ts';
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
  const column = table.columns[table.indexOf(code)];
  if (column === undefined) throw badInput({ zh: '未知的数据代码', en: 'Unknown data code' }, 'code');
  await visibleMeter(db, meterId);
  const value = sql.raw(`r.${column}`);
  const { rows } = await sql<Reading>`
    select date_part('epoch', r.ts) * 1000 as ts, ${value} as value, r.source,
      coalesce(s.rank, ${RANK.device})::integer as rank
    from reading r left join data_source s on s.id = r.source
    where r.meter_id = ${meterId} and r.ts >= ${new Date(from)} and r.ts < ${new Date(to)} and ${value} is not null
      and (r.source = 0 or s.status = 1)
    order by r.ts`.execute(db);
  const name = table.entries[table.indexOf(code)]?.code ?? code;
  const voids = await loadVoids(queryableOf(db), meterId);
  const readings = rows.map((row) => ({ ...row, ts: Math.round(row.ts) }));
  const points = resolve(
    readings.filter(({ ts, source }) => !isVoid(voids, 'reading', name, { from: ts, to: ts, source })),
  );
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

/** All readings of a meter in [from, to) as received, also those that do not count. @throws Fault 404 */
export async function rawReadings(
  db: Db,
  meterId: number,
  from: number,
  to: number,
  table = CODES,
): Promise<RawReading[]> {
  await visibleMeter(db, meterId);
  const columns = sql.raw(table.columns.map((column) => `r.${column}`).join(', '));
  const { rows } = await sql<Record<string, unknown>>`
    select date_part('epoch', r.ts) * 1000 as at, r.source, s.name, coalesce(s.rank, ${RANK.device})::integer as rank,
      (r.source = 0 or s.status = 1) as counts, ${columns}
    from reading r left join data_source s on s.id = r.source
    where r.meter_id = ${meterId} and r.ts >= ${new Date(from)} and r.ts < ${new Date(to)}
    order by r.ts, r.source limit 100000`.execute(db);
  const voids = await loadVoids(queryableOf(db), meterId);
  return rows.map((row) => {
    const ts = Math.round(Number(row['at']));
    const source = Number(row['source']);
    const values: Record<string, number> = {};
    table.entries.forEach(({ code }, i) => {
      const value = row[table.columns[i] as string];
      if (typeof value === 'number') values[code] = value;
    });
    return {
      ts,
      source,
      sourceName: typeof row['name'] === 'string' ? row['name'] : null,
      rank: Number(row['rank']),
      counts: row['counts'] === true && !isVoid(voids, 'reading', 'PP', { from: ts, to: ts, source }),
      values,
    };
  });
}

/** The readings of the local day that holds an instant, as received. @throws Fault 404 */
export async function rawDay(db: Db, meterId: number, at: number): Promise<RawReading[]> {
  const { zone } = await visibleMeter(db, meterId);
  const day = zone.localDay(at);
  return rawReadings(db, meterId, zone.startOfDay(day), zone.startOfDay(day + 1));
}
