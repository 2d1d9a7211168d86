import { sql } from 'kysely';
import { COST_CODES, type CostCode, ENERGY_CODES, type EnergyCode, columnOf } from '#contract/dataCode.ts';
import { TAIL } from '#domain/fold/bucket.ts';
import { dueSteps } from '#domain/fold/due.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Level } from '#domain/time/bucket.ts';
import { runsOf } from '#domain/time/run.ts';
import type { Db } from '#server/database/db.ts';
import { isKeepable, keptSumOf } from '../keptSum/keptSum.ts';
import { trillionths } from '../usageStore.ts';
import type { SignedMeter } from './usageSum.ts';
import { visibleMeters } from './visible.ts';

/** What is known of an interval. */
export interface IntervalSum {
  /** Millionths; null where nothing is known. */
  readonly energy: bigint | null;
  /** Seconds backed by readings, summed over the meters. */
  readonly coveredS: number;
  /** Meters of which something is known. */
  readonly known: number;
  /** Bits of FLAG. */
  readonly flags: number;
}

export const NO_SUM: IntervalSum = { energy: null, coveredS: 0, known: 0, flags: 0 };

interface Row {
  readonly key: number;
  readonly energy: string | null;
  readonly covered: string;
  readonly known: number;
  readonly flags: number;
}

const sumOf = (row: Row): IntervalSum => ({
  energy: row.energy === null ? null : BigInt(row.energy),
  coveredS: Number(row.covered),
  known: row.known,
  flags: row.flags & ~TAIL,
});

const dates = (times: readonly number[]): Date[] => times.map((t) => new Date(t));

/**
 * Signed sums of meters (main register) over intervals of any length, one for each interval, from the fewest buckets
 * of each meter's own zone; ends off the quarter hours are cut to the grid. Meters outside the scope answer nothing.
 */
export async function usageOver(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
): Promise<IntervalSum[]> {
  const sums: IntervalSum[] = intervals.map(() => NO_SUM);
  const rows = (await askKept(db, signed, intervals)) ?? (await ask(db, signed, intervals, false));
  for (const row of rows) sums[row.key] = sumOf(row);
  return sums;
}

/**
 * The same of a kept sum; null where none is kept, it waits to be added up, meters begin or end to count meanwhile, or
 * some of them alone have a figure.
 */
async function askKept(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
): Promise<Row[] | null> {
  if (!isKeepable(signed)) return null;
  const meters = await visibleMeters(db, signed.map((one) => one.meterId)); // prettier-ignore
  const zone = meters[0]?.zone;
  if (!zone || meters.length < signed.length || meters.some((meter) => meter.zone !== zone)) return null;
  const kept = await keptSumOf(db, zone, signed);
  if (!kept) return null;
  const { stale } = kept;
  const counting = meters.map((meter) => meter.counting);
  const runs = intervals.flatMap(({ from, to }, key) =>
    runsOf(zone, from, to).map((run) => ({ ...run, key, due: dueSteps(zone, run.level, counting, run) })),
  );
  if (runs.some(({ due }) => due.steps.length > 0)) return null;
  if (stale && runs.some(({ from, to }) => from < stale.to && to > stale.from)) return null;
  const { rows } = await sql<Row & { uneven: boolean }>`
    select r.key, sum(u.pp)::text as energy, sum(u.covered_s)::text as covered, bit_or(u.flags) as flags,
      max(u.known)::integer as known, bool_or(u.known not in (0, r.due)) as uneven
    from unnest(${runs.map((r) => r.key)}::integer[], ${runs.map((r) => r.level)}::smallint[],
        ${dates(runs.map((r) => r.from))}::timestamptz[], ${dates(runs.map((r) => r.to))}::timestamptz[],
        ${runs.map((r) => r.due.first)}::integer[]) r (key, level, from_ts, to_ts, due)
      cross join lateral (
        select pp, covered_s, flags, known from kept_sum_usage
        where sum_id = ${kept.id} and level = r.level and ts >= r.from_ts and ts < r.to_ts offset 0) u
    group by 1`.execute(db);
  return rows.some(({ uneven }) => uneven) ? null : rows;
}

/** The same for one interval and each meter for itself, unsigned; meters of which nothing is known are absent. */
export async function usageOverEach(
  db: Db,
  meterIds: readonly number[],
  interval: Range,
): Promise<Map<number, IntervalSum>> {
  const signed = meterIds.map((meterId) => ({ meterId, sign: 1 as const }));
  return new Map((await ask(db, signed, [interval], true)).map((row) => [row.key, sumOf(row)]));
}

/** The same for several intervals, each for meters of its own, in one statement. */
export async function usageOverGroups(
  db: Db,
  groups: readonly { readonly meterIds: readonly number[]; readonly interval: Range }[],
): Promise<Map<number, IntervalSum>[]> {
  const found = groups.map(() => new Map<number, IntervalSum>());
  const ids = [...new Set(groups.flatMap(({ meterIds }) => meterIds))];
  const zoneOf = new Map((await visibleMeters(db, ids)).map(({ id, zone }) => [id, zone]));
  const zones = [...new Set(zoneOf.values())];
  const runs = groups.flatMap(({ interval: { from, to } }, key) =>
    zones.flatMap((zone, z) => runsOf(zone, from, to).map((run) => ({ ...run, key, z }))),
  );
  if (runs.length === 0) return found;
  const asked = groups.flatMap(
    ({ meterIds }, key) =>
    meterIds.flatMap((id) => (zoneOf.has(id) ? [{ id, key, z: zones.findIndex((one) => one === zoneOf.get(id)) }] : [])), // prettier-ignore
  );
  const { rows } = await sql<Row & { readonly id: number }>`
    select m.key, m.id, sum(u.pp)::text as energy, sum(u.covered_s)::text as covered, bit_or(u.flags) as flags,
      (count(u.pp) > 0)::integer as known
    from unnest(${runs.map((r) => r.key)}::integer[], ${runs.map((r) => r.z)}::integer[],
        ${runs.map((r) => r.level)}::smallint[], ${dates(runs.map((r) => r.from))}::timestamptz[],
        ${dates(runs.map((r) => r.to))}::timestamptz[]) r (key, zone, level, from_ts, to_ts)
      join unnest(${asked.map((m) => m.key)}::integer[], ${asked.map((m) => m.id)}::integer[],
        ${asked.map((m) => m.z)}::integer[]) m (key, id, zone) on m.key = r.key and m.zone = r.zone
      cross join lateral (
        select pp, covered_s, flags from usage_in(m.id, r.level, r.from_ts, r.to_ts) offset 0) u
    group by 1, 2`.execute(db);
  for (const row of rows) found[row.key]?.set(row.id, sumOf(row));
  return found;
}

/** Millionths of each energy; null where nothing is known. */
export type Energies = Readonly<Record<EnergyCode, bigint | null>>;

const NO_ENERGIES = Object.fromEntries(ENERGY_CODES.map((code) => [code, null])) as Record<EnergyCode, null>;

/** Every energy of a signed sum over intervals, with what `usageOver` tells: forward, reverse, reactive, by period. */
export async function energiesOver(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
): Promise<(IntervalSum & { readonly energies: Energies })[]> {
  const more = sql.join(
    ENERGY_CODES.map((code) => sql`sum(m.sign * u.${sql.ref(columnOf(code))})::text as ${sql.ref(code)}`),
  );
  const sums = intervals.map(() => ({ ...NO_SUM, energies: NO_ENERGIES as Energies }));
  for (const row of await ask<Row & Record<EnergyCode, string | null>>(
    db,
    signed,
    intervals,
    false,
    sql`, ${more}`,
  )) {
    const energies = ENERGY_CODES.map((code) => [code, row[code] === null ? null : BigInt(row[code])]);
    sums[row.key] = { ...sumOf(row), energies: Object.fromEntries(energies) as Energies };
  }
  return sums;
}

/** Trillionths of a yuan; null where no price is known. */
export type CostSums = Readonly<Record<CostCode, bigint | null>>;

const NO_COSTS = Object.fromEntries(COST_CODES.map((code) => [code, null])) as Record<CostCode, null>;

/** Energies and what they cost, exactly; a meter without a price costs nothing known. */
export async function costsOver(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
): Promise<(IntervalSum & { readonly energies: Energies; readonly costs: CostSums })[]> {
  const more = sql.join(
    [...ENERGY_CODES, ...COST_CODES].map(
      (code) => sql`sum(m.sign * u.${sql.ref(columnOf(code))})::text as ${sql.ref(code)}`,
    ),
  );
  const sums = intervals.map(() => ({
    ...NO_SUM,
    energies: NO_ENERGIES as Energies,
    costs: NO_COSTS as CostSums,
  }));
  type Cells = Row & Record<EnergyCode | CostCode, string | null>;
  for (const row of await ask<Cells>(db, signed, intervals, false, sql`, ${more}`, COSTED_COLUMNS)) {
    const energies = ENERGY_CODES.map((code) => [code, row[code] === null ? null : BigInt(row[code])]);
    const costs = COST_CODES.map((code) => [code, trillionths(row[code])]);
    sums[row.key] = {
      ...sumOf(row),
      energies: Object.fromEntries(energies) as Energies,
      costs: Object.fromEntries(costs) as CostSums,
    };
  }
  return sums;
}

/**
 * The energy of intervals that has no price, from the buckets of one level that begin in them, of each meter for itself;
 * millionths. @param level hours tell a price that began or lacked within a day
 */
export async function unpricedOver(
  db: Db,
  signed: readonly SignedMeter[],
  level: Level,
  intervals: readonly Range[],
): Promise<bigint[]> {
  const shown = new Set((await visibleMeters(db, signed.map((one) => one.meterId))).map((one) => one.id)); // prettier-ignore
  const counted = signed.filter((one) => shown.has(one.meterId));
  const sums = intervals.map(() => 0n);
  const { rows } = await sql<{ key: number; energy: string }>`
    select r.key::integer as key, sum(m.sign * u.pp)::text as energy
    from unnest(${dates(intervals.map((r) => r.from))}::timestamptz[], ${dates(intervals.map((r) => r.to))}::timestamptz[])
        with ordinality r (from_ts, to_ts, key)
      cross join unnest(${counted.map((m) => m.meterId)}::integer[], ${counted.map((m) => m.sign)}::integer[]) m (id, sign)
      cross join lateral (
        select pp from usage_in(m.id, ${level}, r.from_ts, r.to_ts)
        where pp is not null and cz is null offset 0) u
    group by 1`.execute(db);
  for (const { key, energy } of rows) sums[key - 1] = BigInt(energy);
  return sums;
}

const COSTED_COLUMNS = sql.raw([...ENERGY_CODES, ...COST_CODES].map(columnOf).join(', '));
const ENERGY_COLUMNS = sql.raw(ENERGY_CODES.map(columnOf).join(', '));

// `offset 0` keeps every look-up in `usage` one by the key, also in a plan that is made for any values.
async function ask<R extends Row = Row>(
  db: Db,
  signed: readonly SignedMeter[],
  intervals: readonly Range[],
  each: boolean,
  more = sql``,
  columns = ENERGY_COLUMNS,
): Promise<R[]> {
  const meters = new Map((await visibleMeters(db, signed.map((one) => one.meterId))).map((one) => [one.id, one])); // prettier-ignore
  const counted = signed.filter((one) => meters.has(one.meterId));
  const zones = [...new Set([...meters.values()].map((meter) => meter.zone))];
  const runs = zones.flatMap((zone, z) =>
    intervals.flatMap(({ from, to }, key) => runsOf(zone, from, to).map((run) => ({ ...run, key, z }))),
  );
  if (runs.length === 0) return [];
  const zoneIndex = counted.map((one) => zones.findIndex((zone) => zone === meters.get(one.meterId)?.zone));
  const { rows } = await sql<R>`
    select ${each ? sql`m.id` : sql`r.key`} as key, sum(m.sign * u.pp)::text as energy,
      sum(u.covered_s)::text as covered, bit_or(u.flags) as flags,
      count(distinct u.meter_id) filter (where u.pp is not null)::integer as known${more}
    from unnest(${runs.map((r) => r.key)}::integer[], ${runs.map((r) => r.z)}::integer[],
        ${runs.map((r) => r.level)}::smallint[], ${dates(runs.map((r) => r.from))}::timestamptz[],
        ${dates(runs.map((r) => r.to))}::timestamptz[]) r (key, zone, level, from_ts, to_ts)
      join unnest(${counted.map((m) => m.meterId)}::integer[], ${counted.map((m) => m.sign)}::integer[],
        ${zoneIndex}::integer[]) m (id, sign, zone) on m.zone = r.zone
      cross join lateral (
        select meter_id, covered_s, flags, ${columns}
        from usage_in(m.id, r.level, r.from_ts, r.to_ts) offset 0) u
    group by 1`.execute(db);
  return rows;
}
