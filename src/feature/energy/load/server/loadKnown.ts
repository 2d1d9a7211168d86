import { INTERVAL } from '#contract/interval.ts';
import type { Range } from '#domain/fold/reach.ts';
import { bucketBounds, type Level } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Zone } from '#domain/time/zone.ts';
import {
  type Extremes,
  extremesOver,
  type SumBucket,
  usageSums,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import {
  commonStep,
  joinLoads,
  joinMeasured,
  type KnownLoad,
  type Measured,
  measuredOf,
  NO_LOAD,
  type Interval,
} from '../domain/load.ts';
import type { LoadStep } from '../contract.ts';
import { type AnalysisContext, between, within } from '#feature/meters/analysisFrame/server/public.ts';

type Who = Pick<AnalysisContext, 'zone' | 'signed' | 'until'>;

/** The buckets that are over and whose energy is backed by readings of every meter throughout. */
export const wholeOf = (buckets: readonly SumBucket[], until: number): Interval[] =>
  buckets.flatMap(({ ts, end, energy, missing, known, coveredSeconds, coveredS }) => {
    const ms = end - ts;
    // A bucket in which meters came later is covered as far as it can be, and yet not throughout.
    const throughout = coveredSeconds * 1000 >= ms && coveredS * 1000 >= ms * known;
    return energy !== null && missing.length === 0 && end <= until && throughout ? [{ ts, end, energy }] : [];
  });

/** The loads of intervals, and the one step by which all of them are told. */
export interface KnownLoads {
  readonly step: LoadStep | null;
  readonly loads: readonly KnownLoad[];
}

/**
 * What is known of the load of intervals of whole days that are laid beside each other. Days measured in quarters
 * throughout need no more than those; of the others the fewest whole buckets tell the energy: months, days, hours.
 */
export async function loadsKnown(trx: Db, who: Who, intervals: readonly Range[]): Promise<KnownLoads> {
  const days = daysOf(who, intervals);
  const loads = await knownDays(trx, who, days);
  const open = days.filter(({ from }) => !isFull(loads.get(from)));
  const months = await wholeMonths(trx, who, intervals, open);
  const reported = () => intervals.map((interval) => loadOf(who, interval, loads, months));
  const step = commonStep(reported());
  if (step === INTERVAL.hour) {
    const full = days.filter(({ from }) => isFull(loads.get(from)));
    const hours = await hoursOf(trx, who, full);
    full.forEach(({ from }, i) => {
      loads.set(from, { ...(loads.get(from) ?? NO_LOAD), hours: hours[i] ?? null });
    });
  }
  return { step, loads: reported() };
}

/** The days of intervals, each once, in the order of time. */
function daysOf({ zone }: Who, intervals: readonly Range[]): Range[] {
  const days = new Map<number, Range>();
  for (const { from, to } of intervals)
    for (const day of bucketRanges(zone, 3, from, to)) days.set(day.from, day);
  return [...days.values()].toSorted((a, b) => a.from - b.from);
}

const bucketRanges = (zone: Zone, level: Level, from: number, to: number): Range[] =>
  from < to ? between(bucketBounds(zone, level, from, to)) : [];

/** Neighbours as one interval. */
function runsOf(ranges: readonly Range[]): Range[] {
  const runs: { from: number; to: number }[] = [];
  for (const { from, to } of ranges) {
    const last = runs.at(-1);
    if (last?.to === from) last.to = to;
    else runs.push({ from, to });
  }
  return runs;
}

async function bucketsIn(trx: Db, { signed }: Who, level: Level, ranges: readonly Range[]) {
  return ranges.length === 0 ? [] : (await usageSums(trx, signed, level, runsOf(ranges))).flat();
}

/** The days of which every quarter is measured have one interval that tells all of them: themselves. */
const isFull = (load: KnownLoad | undefined): boolean =>
  load?.quarters != null && load.quarters.ms === load.ms && load.fineMs === load.ms && load.hours === null;

const quarter = ({ ts, energy }: Extremes['max']): Interval => ({ ts, end: ts + QUARTER_MS, energy });

const ofQuarters = (one: Extremes): Measured => ({
  ms: one.n * QUARTER_MS,
  max: quarter(one.max),
  min: quarter(one.min),
});

async function knownDays(trx: Db, who: Who, days: readonly Range[]): Promise<Map<number, KnownLoad>> {
  const { until } = who;
  const found = await extremesOver(trx, who.signed, days, until);
  const full = days.map(({ from, to }, i) => (found[i]?.n ?? 0) * QUARTER_MS >= to - from);
  const buckets = await bucketsIn(trx, who, 3, days.filter((_, i) => !full[i])); // prettier-ignore
  const some = buckets.filter((day) => day.energy !== null).map(rangeOf);
  const hours = await bucketsIn(trx, who, 2, some);
  const whole = wholeOf(hours, until);
  const reported = new Set(whole.map(({ ts }) => ts));
  // Quarters outside of whole hours: the ends of a gap, and the hour that runs.
  const rest = hours.filter(({ ts, energy }) => energy !== null && !reported.has(ts)).map(rangeOf);
  const ends = rest.length === 0 ? [] : await extremesOver(trx, who.signed, rest, until);
  const wholeDays = new Map(wholeOf(buckets, until).map((day) => [day.ts, day]));
  const hoursIn = within(days, whole);
  const endsIn = within(days, rest.map(({ from }, i) => ({ ts: from, one: ends[i] }))); // prettier-ignore
  return new Map(
    days.map(({ from, to }, i) => {
      const own = found[i];
      const quarters = own ? ofQuarters(own) : null;
      const gaps = (endsIn[i] ?? []).flatMap(({ one }) => (one ? [one] : []));
      const inside = hoursIn[i] ?? [];
      const day = own && full[i] ? { ts: from, end: to, energy: own.energy } : wholeDays.get(from);
      const fineMs = lengthOf(inside) + gaps.reduce((sum, one) => sum + one.n * QUARTER_MS, 0);
      return [
        from,
        {
          energy: day
            ? day.energy
            : inside.reduce((sum, one) => sum + one.energy, gaps.reduce((sum, one) => sum + one.energy, 0n)), // prettier-ignore
          ms: day ? to - from : fineMs,
          whole: day ? measuredOf([day]) : joinMeasured([measuredOf(inside), ...gaps.map(ofQuarters)]),
          fineMs: full[i] ? to - from : fineMs,
          quarters,
          hours: measuredOf(inside),
        },
      ];
    }),
  );
}

const rangeOf = ({ ts, end }: Pick<SumBucket, 'ts' | 'end'>): Range => ({ from: ts, to: end });
const lengthOf = (list: readonly Interval[]): number => list.reduce((sum, { ts, end }) => sum + end - ts, 0);

/** The highest and lowest whole hour of each day. */
async function hoursOf(trx: Db, who: Who, days: readonly Range[]): Promise<(Measured | null)[]> {
  const hours = wholeOf(await bucketsIn(trx, who, 2, days), who.until);
  return within(days, hours).map(measuredOf);
}

/** Months inside of intervals that are known as a whole though not each of their days is: a gap lay over midnight. */
async function wholeMonths(
  trx: Db,
  who: Who,
  intervals: readonly Range[],
  open: readonly Range[],
): Promise<Interval[]> {
  const months = new Map<number, Range>();
  for (const { from, to } of intervals)
    for (const month of bucketRanges(who.zone, 4, from, to)) {
      const gap = open.some((day) => day.from >= month.from && day.from < month.to);
      if (gap && month.from >= from && month.to <= to && month.to <= who.until) months.set(month.from, month);
    }
  const query = [...months.values()].toSorted((a, b) => a.from - b.from);
  return wholeOf(await bucketsIn(trx, who, 4, query), who.until);
}

/** An interval from its days, and from its months where they tell more. */
function loadOf(
  { zone }: Who,
  { from, to }: Range,
  days: ReadonlyMap<number, KnownLoad>,
  months: readonly Interval[],
): KnownLoad {
  const inside = months.filter(({ ts, end }) => ts >= from && end <= to);
  const own = bucketRanges(zone, 3, from, to).map((day): KnownLoad => {
    const load = days.get(day.from) ?? NO_LOAD;
    // The energy of the month is told once, by the month.
    return inside.some(({ ts, end }) => day.from >= ts && day.from < end)
      ? { ...load, energy: 0n, ms: 0, whole: null }
      : load;
  });
  const known = joinLoads(own);
  if (inside.length === 0) return known;
  return {
    ...known,
    energy: inside.reduce((sum, one) => sum + one.energy, known.energy),
    ms: inside.reduce((sum, one) => sum + one.end - one.ts, known.ms),
    whole: joinMeasured([known.whole, measuredOf(inside)]),
  };
}
