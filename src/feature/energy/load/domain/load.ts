import { INTERVAL } from '#contract/interval.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { LoadStep } from '../contract.ts';

/** An interval with its energy in millionths. */
export interface Interval {
  readonly ts: number;
  readonly end: number;
  readonly energy: bigint;
}

/** Mean power in millionths of an energy in millionths over ms: energy over time. */
const powerMicro = ({ ts, end, energy }: Interval): bigint =>
  roundDiv(energy * BigInt(HOUR_MS), BigInt(end - ts));

/** The same as a number; null stays null. */
export const powerOf = (interval: Interval | null): number | null =>
  interval && microToNumber(powerMicro(interval));

/** Whether the mean power of one interval is more than that of another. */
const isMore = (a: Interval, b: Interval): boolean =>
  a.energy * BigInt(b.end - b.ts) > b.energy * BigInt(a.end - a.ts);

/** What is measured at one step: how long, and the intervals of highest and lowest mean power, the first of equals. */
export interface Measured {
  readonly ms: number;
  readonly max: Interval;
  readonly min: Interval;
}

/** What is known of the load of an interval. */
export interface KnownLoad {
  /** What its energy is known from: the fewest buckets that are wholly backed by readings; energy in millionths. */
  readonly energy: bigint;
  readonly ms: number;
  readonly whole: Measured | null;
  /** How long it is known by quarters or whole hours, ms. */
  readonly fineMs: number;
  readonly quarters: Measured | null;
  readonly hours: Measured | null;
}

export const NO_LOAD: KnownLoad = {
  energy: 0n,
  ms: 0,
  whole: null,
  fineMs: 0,
  quarters: null,
  hours: null,
};

/** Intervals at one step put together; null of none. */
export function measuredOf(intervals: readonly Interval[]): Measured | null {
  return joinMeasured(intervals.map((one) => ({ ms: one.end - one.ts, max: one, min: one })));
}

/** The same of what is put together already, in the order of time. */
export function joinMeasured(all: readonly (Measured | null)[]): Measured | null {
  let sum: Measured | null = null;
  for (const one of all) {
    if (!one) continue;
    sum = sum
      ? {
          ms: sum.ms + one.ms,
          max: isMore(one.max, sum.max) ? one.max : sum.max,
          min: isMore(sum.min, one.min) ? one.min : sum.min,
        }
      : one;
  }
  return sum;
}

/** Intervals one after the other as one. */
export function joinLoads(all: readonly KnownLoad[]): KnownLoad {
  return {
    energy: all.reduce((sum, one) => sum + one.energy, 0n),
    ms: all.reduce((sum, one) => sum + one.ms, 0),
    whole: joinMeasured(all.map((one) => one.whole)),
    fineMs: all.reduce((sum, one) => sum + one.fineMs, 0),
    quarters: joinMeasured(all.map((one) => one.quarters)),
    hours: joinMeasured(all.map((one) => one.hours)),
  };
}

/** Quarters tell the load where so much of what hours tell is measured in quarters, percent. */
const ENOUGH = 90;

/**
 * The step that a load is told by: quarters of an hour where nearly all of it is measured in them and no longer interval
 * proves more or less than they, else hours. Null where neither is known.
 */
export function stepOf(known: KnownLoad): LoadStep | null {
  const { quarters, hours, fineMs } = known;
  if (!quarters) return hours ? INTERVAL.hour : null;
  const enough = quarters.ms * 100 >= fineMs * ENOUGH;
  return enough && holds(quarters, known.whole) && holds(quarters, hours) ? INTERVAL.quarter : INTERVAL.hour;
}

/** The one step of several loads that are laid beside each other: the coarsest of theirs. */
export function commonStep(all: readonly KnownLoad[]): LoadStep | null {
  const steps = all.map(stepOf);
  return steps.includes(INTERVAL.hour)
    ? INTERVAL.hour
    : steps.includes(INTERVAL.quarter)
      ? INTERVAL.quarter
      : null;
}

/** Whether no mean power of longer intervals lies outside of what was measured. */
const holds = (fine: Measured, coarse: Measured | null): boolean =>
  !coarse || (!isMore(coarse.max, fine.max) && !isMore(fine.min, coarse.min));

/** Highest, lowest and mean power, load rate (mean ÷ highest), difference of highest and lowest and its share. */
export interface Load {
  readonly max: Interval | null;
  readonly min: Interval | null;
  /** Energy over time of all that is known, whatever its steps. */
  readonly mean: number | null;
  readonly rate: number | null;
  readonly spread: number | null;
  readonly spreadRate: number | null;
}

/** A load at a step. An extreme that a longer interval proves wrong is not told: a gap hides the true one. */
export function loadAt(known: KnownLoad, step: LoadStep | null): Load {
  const found = step === INTERVAL.hour ? known.hours : step === INTERVAL.quarter ? known.quarters : null;
  const { whole, energy, ms } = known;
  const max = found && !(whole && isMore(whole.max, found.max)) ? found.max : null;
  const min = found && !(whole && isMore(found.min, whole.min)) ? found.min : null;
  const mean = ms > 0 ? powerMicro({ ts: 0, end: ms, energy }) : null;
  const top = max && max.energy > 0n ? powerMicro(max) : null;
  const spread = max && min ? powerMicro(max) - powerMicro(min) : null;
  return {
    max,
    min,
    mean: mean === null ? null : microToNumber(mean),
    // Of the energies, which are exact: of the powers a millionth is rounded.
    rate:
      max && top && ms > 0
        ? Number(energy * BigInt(max.end - max.ts)) / Number(max.energy * BigInt(ms))
        : null,
    spread: spread === null ? null : microToNumber(spread),
    spreadRate: spread === null || !top ? null : Number(spread) / Number(top),
  };
}
