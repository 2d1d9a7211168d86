import { median, theilSen, type Trend } from './pv.ts';

/** What the performance ratio was on a day: days since 1970, percent. */
export type RatioDay = readonly [day: number, ratio: number];

/** Modules give so much less for each kelvin above 25 ℃ (crystalline silicon). */
const PER_KELVIN = -0.004;

/** A performance ratio as it would be with modules of 25 ℃ (IEC 61724-1 section 10.3). @param temperature of the modules, ℃, weighed by the sun */
export const at25 = (ratio: number, temperature: number): number =>
  ratio / (1 + PER_KELVIN * (temperature - 25));

/** A rise from one day to the next that stays: rain, or somebody cleaned. */
interface Rise {
  /** The first day after it. */
  readonly day: number;
  /** Points of the ratio. */
  readonly gain: number;
}

/** How the ratio falls between the rises. */
export interface Soiling extends Trend {
  readonly rises: readonly Rise[];
  /** Points of the ratio since the last rise, or since the first day; null where the ratio does not fall or too few days tell. */
  readonly lost: number | null;
}

/** Days before and after that a rise is seen by: a single wild day is none. */
const BESIDE = 3;
/** A rise is at least so many points, and so many times the scatter of the days. */
const LEAST_GAIN = 1;
const SCATTERS = 3.5;
/** Standard deviation of a normal scatter by the middle of the absolute differences of two. */
const OF_MEDIAN = 1.4826 / Math.SQRT2;

/** Steps up and down in days that are in order, the largest first found, none within the days by which another is seen. */
function stepsOf(days: readonly RatioDay[]): Rise[] {
  const ratios = days.map(([, ratio]) => ratio);
  const scatter = OF_MEDIAN * median(ratios.slice(1).map((ratio, i) => Math.abs(ratio - (ratios[i] ?? 0))));
  const least = Math.max(LEAST_GAIN, SCATTERS * scatter);
  const candidates = ratios
    .map((_, i) => ({
      i,
      gain: median(ratios.slice(i, i + BESIDE)) - median(ratios.slice(Math.max(0, i - BESIDE), i)),
    }))
    .filter(({ i, gain }) => i >= BESIDE && i + BESIDE <= ratios.length && Math.abs(gain) >= least)
    .toSorted((a, b) => Math.abs(b.gain) - Math.abs(a.gain) || a.i - b.i);
  const found: typeof candidates = [];
  for (const one of candidates) if (found.every(({ i }) => Math.abs(i - one.i) >= BESIDE)) found.push(one);
  return found.map(({ i, gain }) => ({ day: days[i]?.[0] ?? 0, gain })).toSorted((a, b) => a.day - b.day);
}

/**
 * How modules become dirty: the slope of the performance ratio (Theil and Sen) over pairs of days between which nothing washed
 * them, and the rises at which something did. Null of fewer than five days.
 */
export function soilingOf(given: readonly RatioDay[]): Soiling | null {
  const days = given.toSorted(([a], [b]) => a - b);
  // A fall within a day is no dirt: a string that failed, say. Days on both sides of it are not compared either.
  const steps = stepsOf(days);
  const rises = steps.filter(({ gain }) => gain > 0);
  const trend = theilSen(
    days,
    steps.map(({ day }) => day),
  );
  if (!trend) return null;
  const since = rises.at(-1)?.day ?? days[0]?.[0] ?? 0;
  const last = days.filter(([day]) => day >= since);
  const lost = trend.slope < 0 && last.length >= BESIDE ? -trend.slope * ((last.at(-1)?.[0] ?? since) - since) : null; // prettier-ignore
  return { ...trend, rises, lost };
}
