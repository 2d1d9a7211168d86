import { sql } from 'kysely';
import { bucketBounds, type Level } from '#domain/time/bucket.ts';
import type { Zone } from '#domain/time/zone.ts';
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
  /** Null where every bucket is there. */
  readonly stamps: string | null;
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
  // Of a meter that has every bucket it is known when these begin.
  const starts = new Map<Zone, readonly number[]>();
  for (const { zone } of meters)
    if (!starts.has(zone)) starts.set(zone, bucketBounds(zone, level, from, to).filter((ts) => ts >= from && ts < to)); // prettier-ignore
  const startsOf = new Map(meters.map((meter) => [meter.id, starts.get(meter.zone) ?? []]));
  const full = meters.map((meter) => startsOf.get(meter.id)?.length ?? 0);
  // Lists travel as texts, which are read quicker than a row for each bucket.
  const { rows } = await sql<Row>`
    select m.id as "meterId", s.stamps, u.energies, u.covered, u.flags, u.each
    from unnest(${meters.map((meter) => meter.id)}::integer[], ${full}::integer[]) m (id, buckets) cross join lateral (
      select count(*)::integer as n, string_agg(coalesce(pp::text, ''), ',') as energies,
        sum(covered_s) filter (where pp is not null) as covered,
        bit_or(flags) filter (where pp is not null) as flags, ${flagged ? sql`string_agg(flags::text, ',')` : sql`null::text`} as each
      from (select ts, pp, covered_s, flags from usage_in(m.id, ${level}, ${new Date(from)}, ${new Date(to)})
        order by ts offset 0) b) u
      cross join lateral (
        select string_agg((date_part('epoch', ts) * 1000)::bigint::text, ',' order by ts) as stamps
        from usage_in(m.id, ${level}, ${new Date(from)}, ${new Date(to)}) where u.n < m.buckets) s
    where u.n > 0`.execute(db);
  return rows.map(({ meterId, stamps, energies, covered, flags, each }) => ({
    meterId,
    ts: stamps === null ? (startsOf.get(meterId) ?? []) : numbers(stamps),
    energies: energies.split(',').map((cell) => (cell === '' ? null : BigInt(cell))),
    coveredS: Number(covered ?? 0),
    flags: flags ?? 0,
    flagsOfEach: numbers(each ?? ''),
  }));
}
