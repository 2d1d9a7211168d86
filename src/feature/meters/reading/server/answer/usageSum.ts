import { sql } from 'kysely';
import { COST_CODES, type CostCode, type EnergyCode, columnOf } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { TAIL } from '#domain/fold/bucket.ts';
import { ALWAYS, type Counting, isDue } from '#domain/fold/counting.ts';
import { dueOver, dueSteps } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import { type Level, bucketBounds } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { keptSumOf } from '../keptSum/keptSum.ts';
import { dueSql } from './dueSql.ts';
import { NO_ROWS, type Summed, type SumRows, sumRows, type SumSource } from './sumRows.ts';
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
  /** Seconds backed by readings, the mean over the meters that count in it. */
  readonly coveredSeconds: number;
  /** The same of all meters together. */
  readonly coveredS: number;
  /** Meters with a figure. */
  readonly known: number;
  /** Bits of FLAG; `partial` where a meter is missing. */
  readonly flags: number;
  /** Meters that count in this bucket and have no figure: the energy is without them. */
  readonly missing: readonly number[];
  /** Highest demand in millionths of kW, with the end of its quarter of an hour; null when not asked or not known. */
  readonly md: bigint | null;
  readonly mdAt: number | null;
  /** The other codes that were asked for, in their order; null where no meter has anything. */
  readonly more?: readonly (bigint | null)[];
}

export interface SumOptions {
  /** Which energy, or what it costs (rounded to millionths of a yuan); default PP. */
  readonly code?: EnergyCode | CostCode;
  /** Further codes of the same buckets. */
  readonly more?: readonly (EnergyCode | CostCode)[];
  /** Also the highest demand of the sum: quarters in which every meter that counts is fully measured. */
  readonly demand?: boolean;
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
  return (await usageSums(db, signed, level, [{ from, to }], options))[0] ?? [];
}

/** The same over several ranges, which may overlap, with as few statements. */
export async function usageSums(
  db: Db,
  signed: readonly SignedMeter[],
  level: Level,
  ranges: readonly Range[],
  options: SumOptions = {},
): Promise<SumBucket[][]> {
  const meters = await visibleMeters(db, signed.map((meter) => meter.meterId)); // prettier-ignore
  const countings = new Map(meters.map((meter) => [meter.id, meter.counting]));
  const zone = (meters.find((meter) => meter.id === signed[0]?.meterId) ?? meters[0])?.zone;
  if (!zone) return ranges.map(() => []);
  const counted = signed.filter((meter) => countings.has(meter.meterId));
  const counting = counted.map((meter) => countings.get(meter.meterId) ?? ALWAYS);
  // What is hidden from the caller counts, and is missing.
  const all = signed.map(({ meterId }) => ({ meterId, counting: countings.get(meterId) ?? ALWAYS }));
  const bounds = ranges.map(({ from, to }) => (from < to ? bucketBounds(zone, level, from, to) : []));
  const whole = bounds.map((list) => ({ from: list[0] ?? 0, to: list.at(-1) ?? 0 }));
  const codes = [options.code ?? 'PP', ...(options.more ?? [])];
  const columns = codes.map((code) => ({ name: columnOf(code), cost: isCost(code) }));
  // Sites in other zones have other days: their quarters are put into the days of the first.
  const same = level === 1 || meters.every((meter) => meter.zone === zone);
  const alone = counted.length === 1 && counted[0]?.sign === 1;
  const demand = options.demand === true && (alone || level === 1);
  const kept = meters.every((meter) => meter.zone === zone) ? await keptSumOf(db, zone, counted) : null;
  const found = same
    ? await sumRows(db, { counted, counting, kept, zone }, level, whole, { columns, demand })
    : await quartersIn(db, counted, bounds, { columns, demand: false });
  const result: SumBucket[][] = [];
  for (const [n, list] of bounds.entries()) {
    const rows = found[n] ?? NO_ROWS;
    const peaks =
      options.demand && !demand && list.length > 0
        ? await demandOf(db, { counted, counting, kept, zone }, list)
        : undefined;
    const missing = await missingIn(
      db,
      { all, counted, level, column: columns[0]?.name ?? 'pp' },
      rows,
      list,
    );
    const due = dueOver(all.map((one) => one.counting), { from: list[0] ?? 0, to: list.at(-1) ?? 0 }); // prettier-ignore
    let next = 0;
    result.push(
      list.slice(0, -1).map((ts, i): SumBucket => {
        while ((rows.ts[next] ?? Infinity) < ts) next++;
        const at = rows.ts[next] === ts ? next : -1;
        const end = list[i + 1] ?? ts;
        const absent = missing(at, ts, end);
        const known = rows.known[at] ?? 0;
        const coveredS = rows.covered[at] ?? 0;
        const dueS = due.seconds(ts, end);
        const peak = peaks?.get(i);
        return {
          ts,
          end,
          energy: exact(rows.sums[0]?.[at]),
          coveredSeconds: dueS > 0 ? Math.floor((coveredS * (end - ts)) / (1000 * dueS)) : 0,
          coveredS,
          known,
          flags: ((rows.flags[at] ?? 0) & ~TAIL) | (known > 0 && absent.length > 0 ? FLAG.partial : 0),
          missing: absent,
          md: exact(peaks ? peak?.md : rows.md[at]),
          mdAt: (peaks ? peak?.mdAt : rows.mdAt[at]) ?? null,
          ...(codes.length > 1 ? { more: codes.slice(1).map((_, c) => exact(rows.sums[c + 1]?.[at])) } : {}),
        };
      }),
    );
  }
  return result;
}

const isCost = (code: EnergyCode | CostCode): boolean => (COST_CODES as readonly string[]).includes(code);
const exact = (text: string | undefined): bigint | null => (text ? BigInt(text) : null);
const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));
const NOBODY: readonly number[] = [];

interface Wanted {
  readonly all: readonly { readonly meterId: number; readonly counting: Counting }[];
  readonly counted: readonly SignedMeter[];
  readonly level: Level;
  readonly column: string;
}

/** Says of a bucket, at a place of the rows (-1 = nowhere), who counts in it and has no figure. */
type Missing = (at: number, ts: number, end: number) => readonly number[];

/** Who is missing; the database is asked again only where some of the meters that count have a figure. */
async function missingIn(
  db: Db,
  { all, counted, level, column }: Wanted,
  { ts, known: knownOf, present }: SumRows,
  bounds: readonly number[],
): Promise<Missing> {
  const ids = counted.map((meter) => meter.meterId);
  const shown = new Set(ids);
  const unseen = ids.length === all.length ? NOBODY : all.flatMap(({ meterId }) => (shown.has(meterId) ? [] : [meterId])); // prettier-ignore
  const ends = new Map(bounds.slice(0, -1).map((start, i) => [start, bounds[i + 1] ?? start]));
  const seen = all.filter(({ meterId }) => shown.has(meterId));
  const dueOf = dueOver(seen.map((one) => one.counting), { from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 }); // prettier-ignore
  const due = ts.map((start) => dueOf.meters(start, ends.get(start) ?? start));
  const found = new Map<number, readonly number[]>(present?.map((list, i) => [ts[i] ?? NaN, list]));
  const partly = present
    ? []
    : ts.filter((_, i) => (knownOf[i] ?? 0) > 0 && (knownOf[i] ?? 0) < (due[i] ?? 0));
  if (partly.length > 0) {
    const [first, last] = [partly[0] ?? 0, partly.at(-1) ?? 0].map((t) => new Date(t));
    const { rows } = await sql<{ at: number; present: number[] }>`
      select date_part('epoch', u.ts) * 1000 as at, array_agg(u.meter_id) as present
      from unnest(${ids}::integer[]) m (id) cross join lateral (
        select meter_id, ts, ${sql.ref(column)} as value
        from usage_in(m.id, ${level}, ${first}, ${last}::timestamptz + interval '1 second') offset 0) u
      where u.value is not null group by u.ts`.execute(db);
    for (const { at, present: list } of rows) found.set(Math.round(at), list);
  }
  return (at, start, end) => {
    const known = knownOf[at] ?? 0;
    if (known > 0 && known >= (due[at] ?? 0)) return unseen;
    const have = new Set(known === 0 ? [] : found.get(start));
    return all.flatMap(({ meterId, counting }) => (!have.has(meterId) && isDue(counting, start, end) ? [meterId] : [])); // prettier-ignore
  };
}

/** Quarters of meters of several zones, put into buckets of the first of them. */
async function quartersIn(
  db: Db,
  counted: readonly SignedMeter[],
  bounds: readonly (readonly number[])[],
  { columns }: Summed,
): Promise<SumRows[]> {
  const found: SumRows[] = [];
  const sums = columns.map(({ name, cost }, i) => {
    const sum = sql`sum(m.sign * ${sql.ref(`u.${name}`)})`;
    return sql`(${cost ? sql`round(${sum} * 1000000)` : sum})::text as ${sql.ref(`c${i}`)}`;
  });
  const cells = sql.join([...new Set(columns.map(({ name }) => name))].map((name) => sql.ref(name)));
  type Row = { bucket: number; covered: string; flags: number; present: number[] | null } & Record<`c${number}`, string | null>; // prettier-ignore
  for (const list of bounds) {
    if (list.length < 2) {
      found.push(NO_ROWS);
      continue;
    }
    const starts = dates(list);
    const { rows } = await sql<Row>`
      select width_bucket(u.ts, ${starts}::timestamptz[]) - 1 as bucket, sum(u.covered_s) as covered,
        bit_or(u.flags) as flags,
        array_agg(distinct u.meter_id) filter (where ${sql.ref(`u.${columns[0]?.name}`)} is not null) as present,
        ${sql.join(sums)}
      from unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
        cross join lateral (
          select meter_id, ts, covered_s, flags, ${cells}
          from usage_in(m.id, 1, ${starts[0]}, ${starts.at(-1)}) offset 0) u
      group by 1 order by 1`.execute(db);
    found.push({
      ts: rows.map(({ bucket }) => list[bucket] ?? NaN),
      sums: columns.map((_, i) => rows.map((row) => row[`c${i}`] ?? '')),
      covered: rows.map((row) => Number(row.covered)),
      flags: rows.map((row) => row.flags),
      known: rows.map((row) => row.present?.length ?? 0),
      present: rows.map((row) => row.present ?? []),
      md: [],
      mdAt: [],
    });
  }
  return found;
}

interface Peak {
  readonly md: string;
  readonly mdAt: number;
}

/** The highest sum of quarters in each bucket, of quarters that every meter that counts has measured in full. */
async function demandOf(
  db: Db,
  { counted, counting, zone }: SumSource,
  bounds: readonly number[],
): Promise<Map<number, Peak>> {
  const starts = dates(bounds);
  const due = dueSteps(zone, 1, counting, { from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 });
  const { rows } = await sql<{ bucket: number; md: string; at: Date }>`
    with quarter as (
      select u.ts, sum(m.sign * u.md) as md, max(u.md_at) as at
      from unnest(${counted.map((one) => one.meterId)}::integer[], ${counted.map((one) => one.sign)}::integer[]) m (id, sign)
        cross join lateral (
          select ts, md, md_at from usage_in(m.id, 1, ${starts[0]}, ${starts.at(-1)})
          where md is not null offset 0) u
      group by u.ts having count(*) >= ${dueSql(due, 'u.ts')})
    select distinct on (1) width_bucket(ts, ${starts}::timestamptz[]) - 1 as bucket, md, at
    from quarter order by 1, md desc, ts`.execute(db);
  return new Map(rows.map(({ bucket, md, at }) => [bucket, { md, mdAt: at.getTime() }]));
}
