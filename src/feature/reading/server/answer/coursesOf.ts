import { sql } from 'kysely';
import type { Level } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeters } from './visible.ts';

/** What is known of a meter (main register), bucket by bucket; the lists go side by side. */
export interface MeterCourse {
  readonly meterId: number;
  /** Bucket starts, ms, ascending. */
  readonly ts: readonly number[];
  /** Millionths; null where nothing is known. */
  readonly energies: readonly (bigint | null)[];
  /** Seconds backed by readings, of all buckets with a figure. */
  readonly coveredS: number;
  /** Bits of FLAG of all buckets with a figure. */
  readonly flags: number;
  /** The same of each; empty where they were not asked for. */
  readonly flagsOfEach: readonly number[];
}

interface Row {
  readonly meterId: number;
  readonly stamps: string;
  readonly energies: string;
  readonly covered: string | null;
  readonly flags: number | null;
  readonly each: string | null;
}

const numbers = (text: string): number[] => JSON.parse(`[${text}]`) as number[];

/**
 * The energy of meters in the buckets whose start lies in [from, to) (ms). Meters of which nothing is known, or that the
 * executor's scope does not show, are absent.
 * @param flagged whether the flags of each bucket are wanted
 */
export async function coursesOf(
  db: Db,
  meterIds: readonly number[],
  level: Level,
  from: number,
  to: number,
  flagged = false,
): Promise<MeterCourse[]> {
  const meters = await visibleMeters(db, meterIds);
  if (meters.length === 0) return [];
  // Lists travel as texts, which are read quicker than a row for each bucket.
  const { rows } = await sql<Row>`
    select m.id as "meterId", u.* from unnest(${meters.map((meter) => meter.id)}::integer[]) m (id) cross join lateral (
      select string_agg((date_part('epoch', ts) * 1000)::bigint::text, ',') as stamps,
        string_agg(coalesce(pp::text, ''), ',') as energies, sum(covered_s) filter (where pp is not null) as covered,
        bit_or(flags) filter (where pp is not null) as flags, ${flagged ? sql`string_agg(flags::text, ',')` : sql`null::text`} as each
      from (select ts, pp, covered_s, flags from usage
        where meter_id = m.id and level = ${level} and ts >= ${new Date(from)} and ts < ${new Date(to)}
        order by ts offset 0) b) u
    where u.stamps is not null`.execute(db);
  return rows.map(({ meterId, stamps, energies, covered, flags, each }) => ({
    meterId,
    ts: numbers(stamps),
    energies: energies.split(',').map((cell) => (cell === '' ? null : BigInt(cell))),
    coveredS: Number(covered ?? 0),
    flags: flags ?? 0,
    flagsOfEach: numbers(each ?? ''),
  }));
}
