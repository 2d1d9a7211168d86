import { sumOf } from '#domain/decimal/sum.ts';

/** kWh for each kWp; null where either is not known. */
export const specificYield = (energy: number | null, kwp: number): number | null =>
  energy === null || kwp <= 0 ? null : energy / kwp;

/**
 * Performance ratio in percent: what was generated as a share of what the sun gave to modules of that rating
 * (IEC 61724-1: E / (kWp × H), at 1 kW/m² of reference irradiance). @param irradiation kWh/m² in the plane of the modules
 */
export const performanceRatio = (
  energy: number | null,
  kwp: number,
  irradiation: number | null,
): number | null =>
  energy === null || irradiation === null || irradiation <= 0 || kwp <= 0
    ? null
    : (energy / (kwp * irradiation)) * 100;

/**
 * Share of the generation that was used and not fed in, percent, of what is known to have been either; null where that is not
 * known of one, or nothing.
 */
export const selfUseShare = (used: number | null, fedIn: number | null): number | null => {
  const known = used === null || fedIn === null ? null : sumOf([used, fedIn]);
  return used === null || known === null || known <= 0 ? null : (used / known) * 100;
};

/** A slope of points, with how it is spread. */
export interface Trend {
  /** Of y for each unit of x: the median of the slopes between all pairs (Theil 1950, Sen 1968). */
  readonly slope: number;
  readonly intercept: number;
  readonly points: number;
  /** The slope lies between these with 95 % (Sen 1968). */
  readonly low: number;
  readonly high: number;
}

/** A part of values that are in order, 0.5 = the middle. */
const quantile = (sorted: readonly number[], q: number): number => {
  const at = (sorted.length - 1) * q;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
};

const ordered = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The middle of values; 0 of none. */
export const median = (values: readonly number[]): number => quantile(ordered(values), 0.5);

/** Of a normal scatter 95 % lie within so many standard deviations. */
const WITHIN_95 = 1.96;

/** Which part of all slopes lies below the 95 % interval of their middle: by Kendall's S, each part of the points by itself. */
function below95(counts: readonly number[]): number {
  const pairs = sumOf(counts.map((n) => (n * (n - 1)) / 2)) ?? 0;
  const variance = sumOf(counts.map((n) => (n * (n - 1) * (2 * n + 5)) / 18)) ?? 0;
  return Math.max(0, (1 - (WITHIN_95 * Math.sqrt(variance)) / pairs) / 2);
}

/**
 * The slope of points by Theil and Sen; null of fewer than five, which prove nothing.
 * @param breaks x at which y jumps: points on both sides of one are not compared
 */
export function theilSen(
  points: readonly (readonly [x: number, y: number])[],
  breaks: readonly number[] = [],
): Trend | null {
  if (points.length < 5) return null;
  const parted = points.map(([x, y]) => ({ x, y, of: breaks.filter((one) => one <= x).length }));
  const slopes = ordered(
    parted.flatMap(({ x, y, of }, i) =>
      parted.slice(i + 1).flatMap((one) => (one.x === x || one.of !== of ? [] : [(one.y - y) / (one.x - x)])),
    ),
  );
  if (slopes.length === 0) return null;
  const slope = quantile(slopes, 0.5);
  const parts = [...new Set(parted.map(({ of }) => of))];
  const tail = below95(parts.map((part) => parted.filter(({ of }) => of === part).length));
  return {
    slope,
    intercept: median(points.map(([x, y]) => y - slope * x)),
    points: points.length,
    low: quantile(slopes, tail),
    high: quantile(slopes, 1 - tail),
  };
}
