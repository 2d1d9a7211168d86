import { ENERGY_CODES } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { splitPeriods } from '#domain/calendar/split.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import { type MeterInput, quartersOf, spansOf } from '#domain/fold/fold.ts';
import { type Range, onGrid } from '#domain/fold/reach.ts';
import { rollUp } from '#domain/fold/rollUp.ts';
import { LEVEL, bucketEnd, bucketStart } from '#domain/time/bucket.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import {
  CodeSet,
  type Extent,
  loadReach,
  type MeterRow,
  meterFacts,
  type Queryable,
  queryableOf,
  refuseClosed,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DayEffect, Effect, Operation } from '../contract.ts';
import { estimateBetween, isWhole, NOT_YET, type Plan, planOf, withPlan } from '../domain/plan.ts';

const MOST_DAYS = 400;
const CURVE_MS = 7 * DAY_MS;

/**
 * What an operation writes and what it would make of the figures: through the fold that writes them, without
 * writing. @throws Fault 400 when it would change nothing or there is nothing to interpolate between, 409 where figures are final.
 */
export async function effectOf(
  db: Db,
  meterId: number,
  operation: Operation,
): Promise<{ plan: Plan; effect: Effect; sums: { now: bigint | null; after: bigint | null } }> {
  await refuseClosed(db, [{ meterId, from: operation.from }]);
  const client = queryableOf(db);
  const meter = await meterFacts(client, meterId);
  const extent = await extentOf(client, meterId);
  const interval = { from: operation.from, to: operation.to };
  // The quarters beside it are what an interpolation lies between.
  const near = onGrid({ from: interval.from - QUARTER_MS, to: interval.to + QUARTER_MS });
  const before = await loadReach(client, meter, extent, near);
  let plan = planOf(operation, before.input, quartersOf(before.input, before.spans, near));
  const changed = withVoids(meter, plan);
  const beside = await loadReach(client, changed, extent, near);
  if (operation.kind === 'interpolate') {
    const left = quartersOf(beside.input, beside.spans, near);
    if (!isWhole(operation, left)) {
      const intervals = estimateBetween(operation, left);
      if (!intervals) throw badInput(nothingBeside, 'from');
      plan = { ...plan, intervals };
    }
  }
  if (plan.readings.length + plan.intervals.length + plan.voids.length === 0)
    throw badInput(nothingThere, 'from');
  const range = wholeDays(meter.zone, hull(hull(before.out, beside.out), near));
  const now = bucketsOf(meter, (await loadReach(client, meter, extent, range)).input, range);
  const left = (await loadReach(client, changed, extent, range)).input;
  const after = bucketsOf(meter, withPlan(left, operation.code, plan), range);
  const index = ENERGY_CODES.indexOf(operation.code);
  const rows = dayEffects(meter.zone, index, now.days, after.days, interval);
  const sums = { now: sumOf(rows.map((row) => row.now)), after: sumOf(rows.map((row) => row.after)) };
  const own = wholeDays(meter.zone, interval);
  return {
    plan,
    sums,
    effect: {
      days: rows.slice(0, MOST_DAYS).map(wireOf),
      dayCount: rows.length,
      ...numbersOf(sums.now, sums.after),
      curve: {
        from: own.from,
        values: own.to - own.from > CURVE_MS ? [] : valuesOf(after.quarters, index, own),
      },
    },
  };
}

const nothingBeside = {
  zh: '前后表底得不出该时段的用量：请选更长的时段，或录入用量',
  en: 'The registers beside it do not tell its energy: choose a longer interval, or enter the energy',
};
const nothingThere = { zh: '该时段没有可修正的数据', en: 'There is nothing to correct in this interval' };

const hull = (a: Range, b: Range): Range => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });

const withVoids = (meter: MeterRow, plan: Plan): MeterRow => ({
  ...meter,
  voids: [...meter.voids, ...plan.voids.map((one) => ({ ...one, source: NOT_YET }))],
});

function wholeDays(zone: Zone, range: Range): Range {
  const from = bucketStart(zone, LEVEL.day, range.from);
  return { from, to: bucketEnd(zone, LEVEL.day, bucketStart(zone, LEVEL.day, Math.max(from, range.to - 1))) };
}

function bucketsOf(
  { zone, calendar }: MeterRow,
  input: MeterInput,
  range: Range,
): { quarters: readonly Bucket[]; days: readonly Bucket[] } {
  const plain = quartersOf(input, spansOf(input), range);
  const quarters = calendar ? splitPeriods(plain, (start) => calendar.periodAt(zone, start)) : plain;
  const hours = rollUp(zone, LEVEL.hour, range.from, range.to, quarters);
  return { quarters, days: rollUp(zone, LEVEL.day, range.from, range.to, hours) };
}

interface DayRow {
  readonly day: string;
  readonly now: bigint | null;
  readonly after: bigint | null;
}

/** The days whose energy or quality differs, and those of the operation. */
function dayEffects(
  zone: Zone,
  index: number,
  now: readonly Bucket[],
  after: readonly Bucket[],
  interval: Range,
): DayRow[] {
  const own = wholeDays(zone, interval);
  const byStart = (list: readonly Bucket[]): Map<number, Bucket> =>
    new Map(list.map((bucket) => [bucket.ts, bucket]));
  const [a, b] = [byStart(now), byStart(after)];
  const starts = [...new Set([...a.keys(), ...b.keys()])].sort((x, y) => x - y);
  return starts.flatMap((ts) => {
    const [before, then] = [a.get(ts), b.get(ts)];
    const row = {
      day: dateAt(zone, ts),
      now: before?.energies[index] ?? null,
      after: then?.energies[index] ?? null,
    };
    const differs = row.now !== row.after || before?.flags !== then?.flags;
    return differs || (ts >= own.from && ts < own.to) ? [row] : [];
  });
}

const sumOf = (list: readonly (bigint | null)[]): bigint | null =>
  list.reduce((sum: bigint | null, one) => (one === null ? sum : (sum ?? 0n) + one), null);

const numbersOf = (now: bigint | null, after: bigint | null) => ({
  now: now === null ? null : microToNumber(now),
  after: after === null ? null : microToNumber(after),
  change: microToNumber((after ?? 0n) - (now ?? 0n)),
});

const wireOf = ({ day, now, after }: DayRow): DayEffect => ({ day, ...numbersOf(now, after) });

/** One value per quarter of a range. */
export function valuesOf(quarters: readonly Bucket[], index: number, range: Range): (number | null)[] {
  const values = Array.from(
    { length: Math.round((range.to - range.from) / QUARTER_MS) },
    (): number | null => null,
  );
  for (const { ts, energies } of quarters) {
    const energy = energies[index];
    const q = Math.round((ts - range.from) / QUARTER_MS);
    if (energy != null && q >= 0 && q < values.length) values[q] = microToNumber(energy);
  }
  return values;
}

/** What a meter has, the marks that still wait for the fold included. */
export async function extentOf(client: Queryable, meterId: number): Promise<Extent> {
  const { rows } = await client.query<{
    codes: string | null;
    span: number | null;
    first: Date | null;
    last: Date | null;
  }>({
    text: `select all_codes(codes) as codes, max(span_s) as span, min(first_ts) as first, max(last_ts) as last from (
       select codes, span_s, first_ts, last_ts from meter_fold where meter_id = $1
       union all select codes, span_s, from_ts, to_ts from dirty where meter_id = $1) e`,
    values: [meterId],
  });
  const [row] = rows;
  return {
    codes: CodeSet.read(row?.codes ?? ''),
    span: (row?.span ?? 0) * 1000,
    first: row?.first?.getTime() ?? Infinity,
    last: row?.last?.getTime() ?? -Infinity,
  };
}
