import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import type { Level } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeters } from './visible.ts';

/** The lowest and the highest reading of power of each interval, side by side. */
export interface PowerCurve {
  readonly meterId: number;
  /** Readings that count, of all intervals. */
  readonly total: number;
  /** Starts of intervals of which any reading is known, ms, ascending. */
  readonly from: readonly number[];
  /** kW (other energies: their unit per hour), and when they were read, ms. */
  readonly low: readonly number[];
  readonly lowAt: readonly number[];
  readonly high: readonly number[];
  readonly highAt: readonly number[];
}

const numbers = (text: string): number[] => JSON.parse(`[${text}]`) as number[];
const MILLION = 1e6;

/**
 * Curves of the readings of power of meters, thinned to the buckets of a level: of each its lowest and highest reading,
 * which the fold keeps, so that a year of readings of a minute is no more to read than one of an hour. Meters without a
 * reading, or outside the executor's scope, are absent.
 */
export async function powerCurves(
  db: Db,
  meterIds: readonly number[],
  level: Level,
  { from, to }: Range,
): Promise<PowerCurve[]> {
  const meters = await visibleMeters(db, meterIds);
  type Row = { meterId: number; total: string } & Record<
    'from' | 'low' | 'lowAt' | 'high' | 'highAt',
    string
  >;
  const at = (column: string) =>
    sql`string_agg((date_part('epoch', ${sql.ref(column)}) * 1000)::bigint::text, ',')`;
  const { rows } = await sql<Row>`
    select m.id as "meterId", u.* from unnest(${meters.map((meter) => meter.id)}::integer[]) m (id) cross join lateral (
      select sum(p_n) as total, ${at('ts')} as "from", string_agg(p_min::text, ',') as low, ${at('p_min_at')} as "lowAt",
        string_agg(p_max::text, ',') as high, ${at('p_max_at')} as "highAt"
      from (select ts, p_n, p_min, p_min_at, p_max, p_max_at
        from usage_in(m.id, ${level}, ${new Date(from)}, ${new Date(to)}) where p_n > 0
        order by ts offset 0) b) u
    where u.total is not null order by m.id`.execute(db);
  return rows.map((row) => ({
    meterId: row.meterId,
    total: Number(row.total),
    from: numbers(row.from),
    low: numbers(row.low).map((micro) => micro / MILLION),
    lowAt: numbers(row.lowAt),
    high: numbers(row.high).map((micro) => micro / MILLION),
    highAt: numbers(row.highAt),
  }));
}
