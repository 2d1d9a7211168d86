import { meanOf } from '#domain/decimal/sum.ts';

/** What a sample is held against; null = that side has no limit. */
export interface Limits {
  readonly top: number | null;
  readonly floor: number | null;
}

/** Values of one instant: those of the phases, or one. */
export interface Sample {
  readonly ts: number;
  readonly values: readonly (number | null)[];
}

/** A sample with how long it stands: until the next one, at most a step of the meter. */
export interface Assessed extends Sample {
  readonly ms: number;
  readonly verdict: 'good' | 'over' | 'under';
  /** The next one comes with the step, or a little late: nothing is silent between the two. */
  readonly joins: boolean;
}

/** A sample that comes later than after so many steps comes after a silence: stamps jitter, and polls take their time. */
const LATE_STEPS = 1.5;

/** Good only where all phases are (domain notes 5.2); a phase that is not told says nothing. */
export function assess(
  samples: readonly Sample[],
  { top, floor }: Limits,
  stepMs: number,
  to: number,
): Assessed[] {
  return samples.map((sample, i) => {
    const gap = (samples[i + 1]?.ts ?? to) - sample.ts;
    const ms = Math.max(0, Math.min(gap, stepMs, to - sample.ts));
    const known = sample.values.filter((value) => value !== null);
    const over = top !== null && known.some((value) => value > top);
    const under = floor !== null && known.some((value) => value < floor);
    const verdict = over ? 'over' : under ? 'under' : 'good';
    return { ...sample, ms, verdict, joins: gap <= LATE_STEPS * stepMs };
  });
}

/** What the samples of an interval tell. */
export interface QualityOf {
  /** Share of the time that is good, 0 to 1; null where nothing is known. */
  readonly rate: number | null;
  readonly deviant: number | null;
  readonly top: number | null;
  readonly floor: number | null;
  readonly mean: number | null;
  readonly overMs: number;
  readonly underMs: number;
  readonly knownMs: number;
}

export function qualityOver(samples: readonly Assessed[]): QualityOf {
  let [knownMs, overMs, underMs, sum, weight] = [0, 0, 0, 0, 0];
  let [top, floor] = [-Infinity, Infinity];
  for (const { values, ms, verdict } of samples) {
    knownMs += ms;
    if (verdict === 'over') overMs += ms;
    if (verdict === 'under') underMs += ms;
    for (const value of values) {
      if (value === null) continue;
      top = Math.max(top, value);
      floor = Math.min(floor, value);
      sum += value * ms;
      weight += ms;
    }
  }
  const rate = knownMs === 0 ? null : 1 - (overMs + underMs) / knownMs;
  return {
    rate,
    deviant: knownMs === 0 ? null : (overMs + underMs) / knownMs,
    top: top === -Infinity ? null : top,
    floor: floor === Infinity ? null : floor,
    mean: weight === 0 ? null : sum / weight,
    overMs,
    underMs,
    knownMs,
  };
}

/** An interval of samples one after the other that are not good, all on the same side. */
export interface OverLimit {
  readonly from: number;
  readonly to: number;
  readonly kind: 'over' | 'under';
  /** Numbers of the phases that were beyond the limit, from 0. */
  readonly phases: readonly number[];
  /** The farthest value. */
  readonly worst: number;
  readonly limit: number;
}

/** The intervals beyond the limits; a step of which nothing is known ends one. */
export function overLimits(samples: readonly Assessed[], limits: Limits): OverLimit[] {
  const found: OverLimit[] = [];
  let open = false;
  for (const { ts, ms, values, verdict, joins } of samples) {
    const going = open;
    open = verdict !== 'good' && joins;
    if (verdict === 'good') continue;
    const limit = verdict === 'over' ? limits.top : limits.floor;
    if (limit === null) continue;
    const beyond = (value: number | null): value is number =>
      value !== null && (verdict === 'over' ? value > limit : value < limit);
    const bad = values.flatMap((value, phase) => (beyond(value) ? [{ value, phase }] : []));
    const farthest = bad.map(({ value }) => value).reduce((a, b) => (verdict === 'over' ? Math.max(a, b) : Math.min(a, b))); // prettier-ignore
    const last = found.at(-1);
    if (going && last?.kind === verdict) {
      found[found.length - 1] = {
        ...last,
        to: ts + ms,
        phases: [...new Set([...last.phases, ...bad.map(({ phase }) => phase)])].toSorted((a, b) => a - b),
        worst: verdict === 'over' ? Math.max(last.worst, farthest) : Math.min(last.worst, farthest),
      };
    } else
      found.push({
        from: ts,
        to: ts + ms,
        kind: verdict,
        phases: bad.map(({ phase }) => phase),
        worst: farthest,
        limit,
      });
  }
  return found;
}

/** Unbalance of three phases by their magnitudes: the largest distance from the mean, percent of it (domain notes 5.2). */
export function unbalance(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  const mean = meanOf(known);
  if (known.length < 3 || mean === null || mean <= 0) return null;
  return (Math.max(...known.map((value) => Math.abs(value - mean))) / mean) * 100;
}

/** The middle of values; 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
