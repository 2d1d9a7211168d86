import { sql } from 'kysely';
import { COST_CODES, type CostCode, type EnergyCode, columnOf } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { TAIL } from '#domain/fold/bucket.ts';
import { type Level, bucketBounds } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeters } from './visible.ts';

/** A meter that counts with a sign in a sum. */
export interface SignedMeter {
  readonly meterId: number;
  readonly sign: 1 | -1;
}

/** One bucket of a signed sum of meters. */
export interface SumBucket {
  readonly ts: number;
  readonly end: number;
  /** Millionths; null where no meter has anything. */
  readonly energy: bigint | null;
  /** Seconds backed by readings, the mean over the meters. */
  readonly coveredSeconds: number;
  /** Bits of FLAG; `partial` where a meter is missing. */
  readonly flags: number;
  /** Meters without a figure in this bucket: the energy is without them. */
  readonly missing: readonly number[];
  /** Highest demand in millionths of kW, with the end of its quarter of an hour; null when not asked or not known. */
  readonly md: bigint | null;
  readonly mdAt: number | null;
}

export interface SumOptions {
  /** Which energy, or what it costs (rounded to millionths of a yuan); default PP. */
  readonly code?: EnergyCode | CostCode;
  /** Also the highest demand of the sum: quarters in which every meter is fully measured. */
  readonly demand?: boolean;
}

interface Row {
  readonly bucket: number;
  readonly energy: string | null;
  readonly covered: string;
  readonly flags: number;
  readonly present: number[] | null;
  /** Of a single meter. */
  readonly md: string | null;
  readonly at: Date | null;
}

/**
 * Signed sum of meters, one row for each bucket that touches [from, to) in the zone of the first meter, also where
 * nothing is known. Meters outside the executor's scope count as missing.
 */
export async function usageSum(
  db: Db,
  signed: readonly SignedMeter[],
  level: Level,
  from: number,
  to: number,
  options: SumOptions = {},
): Promise<SumBucket[]> {
  const meters = await visibleMeters(db, signed.map((meter) => meter.meterId)); // prettier-ignore
  const seen = new Set(meters.map((meter) => meter.id));
  const zone = (meters.find((meter) => meter.id === signed[0]?.meterId) ?? meters[0])?.zone;
  if (!zone || from >= to) return [];
  const bounds = bucketBounds(zone, level, from, to);
  const counted = signed.filter((meter) => seen.has(meter.meterId));
  // Sites in other zones have other days: their quarters are put into the days of the first.
  const source: Level = meters.every((meter) => meter.zone === zone) ? level : 1;
  const column = sql.raw(columnOf(options.code ?? 'PP'));
  const total = sql`sum(m.sign * u.${column})`;
  const cost = (COST_CODES as readonly string[]).includes(options.code ?? 'PP');
  const ids = counted.map((meter) => meter.meterId);
  const signs = counted.map((meter) => meter.sign);
  const starts = bounds.map((bound) => new Date(bound));
  const range = sql`u.level = ${source} and u.ts >= ${starts[0]} and u.ts < ${starts.at(-1)}`;
  // `offset 0` keeps every look-up in `usage` one by the key, also in a plan that is made for any values.
  const { rows } = await sql<Row>`
    select width_bucket(u.ts, ${starts}::timestamptz[]) - 1 as bucket, ${cost ? sql`round(${total} * 1000000)` : total} as energy,
      sum(u.covered_s) as covered, bit_or(u.flags) as flags,
      array_agg(distinct u.meter_id) filter (where u.${column} is not null) as present,
      max(u.md) as md, max(u.md_at) as at
    from unnest(${ids}::integer[], ${signs}::integer[]) m (id, sign) cross join lateral (
      select meter_id, ts, ${column}, covered_s, flags, md, md_at from usage u
      where u.meter_id = m.id and ${range} offset 0) u
    group by 1 order by 1`.execute(db);
  const alone = signed.length === 1 && signed[0]?.sign === 1;
  const peaks = options.demand && !alone ? await demandOf(db, ids, signs, starts) : new Map<number, Peak>();
  const found = new Map(rows.map((row) => [row.bucket, row]));
  const wanted = signed.map((meter) => meter.meterId);

  return bounds.slice(0, -1).map((ts, i) => {
    const row = found.get(i);
    const present = new Set(row?.present ?? []);
    const missing = wanted.filter((id) => !present.has(id));
    const peak = alone ? row : peaks.get(i);
    return {
      ts,
      end: bounds[i + 1] ?? ts,
      energy: row?.energy == null ? null : BigInt(row.energy),
      coveredSeconds: row ? Math.floor(Number(row.covered) / wanted.length) : 0,
      flags: ((row?.flags ?? 0) & ~TAIL) | (present.size > 0 && missing.length > 0 ? FLAG.partial : 0),
      missing,
      md: options.demand && peak?.md != null ? BigInt(peak.md) : null,
      mdAt: options.demand && peak?.at ? peak.at.getTime() : null,
    };
  });
}

interface Peak {
  readonly bucket: number;
  readonly md: string;
  readonly at: Date;
}

/** The highest sum of quarters in each bucket, of quarters that every meter has measured in full. */
async function demandOf(
  db: Db,
  ids: readonly number[],
  signs: readonly number[],
  starts: readonly Date[],
): Promise<Map<number, Peak>> {
  const { rows } = await sql<Peak>`
    with quarter as (
      select u.ts, sum(m.sign * u.md) as md, max(u.md_at) as at
      from unnest(${ids}::integer[], ${signs}::integer[]) m (id, sign) cross join lateral (
        select ts, md, md_at from usage where meter_id = m.id and level = 1 and ts >= ${starts[0]}
          and ts < ${starts.at(-1)} and md is not null offset 0) u
      group by u.ts having count(*) = ${ids.length})
    select distinct on (1) width_bucket(ts, ${starts}::timestamptz[]) - 1 as bucket, md, at
    from quarter order by 1, md desc, ts`.execute(db);
  return new Map(rows.map((row) => [row.bucket, row]));
}
