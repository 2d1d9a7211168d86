import { FLAG } from '#contract/usageFlag.ts';
import { floorDiv } from '../decimal/decimal.ts';
import { TAIL } from '../fold/bucket.ts';
import type { Range } from '../fold/reach.ts';
import { HOUR_MS_EXACT, QUARTER_MS } from '../time/duration.ts';

/** A quarter of an hour of one meter, as `usage` keeps it. */
export interface KnownQuarter {
  readonly ts: number;
  /** Millionths. */
  readonly energy: bigint | null;
  /** It has a block demand: measured in full, and no span crosses its ends. */
  readonly solid: boolean;
  /** Bits of FLAG, and TAIL. */
  readonly flags: number;
  readonly coveredS: number;
  readonly headFrom: number | null;
  readonly headTo: number | null;
}

/**
 * Why quarters of an hour in a row have no demand, from least to worst: their energy is known together and its shape
 * is not; a span lies over an end of the interval that is asked about; nobody knows it; it is in doubt.
 */
export const OPEN_KINDS = ['spread', 'crossing', 'missing', 'doubt'] as const;
export type OpenKind = (typeof OPEN_KINDS)[number];

/** Quarters of an hour in a row without a demand, between two ends that no span crosses. */
export interface OpenRun extends Range {
  readonly kind: OpenKind;
  /** What registers prove of them together, millionths; null where they prove nothing. */
  readonly energy: bigint | null;
}

/** What makes an energy no proof. Between the good neighbours of a suspect reading it is one. */
const DOUBT = FLAG.estimated | FLAG.conflict | FLAG.reset | FLAG.partial | FLAG.noise;
/** Seconds of coverage are rounded. */
const ROUNDED_MS = 1000;

const worse = (a: OpenKind, b: OpenKind): OpenKind => (OPEN_KINDS.indexOf(a) > OPEN_KINDS.indexOf(b) ? a : b);

/**
 * The quarters of an interval (on the grid) of one meter that have no block demand, cut wherever no span crosses the end
 * of a quarter: between two such ends the energy is a difference of registers, however it was spread.
 * @param quarters in the order of time; what they do not name is missing
 */
export function openRuns(quarters: readonly KnownQuarter[], range: Range): OpenRun[] {
  const runs: OpenRun[] = [];
  let at = range.from;
  const missing = (to: number): void => {
    const last = runs.at(-1);
    if (to <= at) return;
    if (last?.kind === 'missing' && last.to === at) runs[runs.length - 1] = { ...last, to };
    else runs.push({ from: at, to, kind: 'missing', energy: null });
    at = to;
  };
  for (const [i, quarter] of quarters.entries()) {
    const { ts, energy, headFrom, solid } = quarter;
    if (ts < range.from || ts >= range.to) continue;
    missing(ts);
    if (solid) {
      at = ts + QUARTER_MS;
      continue;
    }
    if (energy === null && (quarter.flags & (DOUBT | FLAG.suspect)) === 0) {
      missing(ts + QUARTER_MS);
      continue;
    }
    at = ts + QUARTER_MS;
    const next = quarters[i + 1];
    const kind = kindOf(quarter, next?.ts === at ? next : undefined, range);
    const own: OpenRun = { from: ts, to: at, kind, energy: kind === 'spread' ? energy : null };
    const last = runs.at(-1);
    if (headFrom !== null && last?.to === ts) runs[runs.length - 1] = joined(last, own);
    else runs.push(own);
  }
  missing(range.to);
  return runs;
}

const joined = (a: OpenRun, b: OpenRun): OpenRun => ({
  from: a.from,
  to: b.to,
  kind: worse(a.kind, b.kind),
  energy: a.energy === null || b.energy === null ? null : a.energy + b.energy,
});

function kindOf(quarter: KnownQuarter, next: KnownQuarter | undefined, range: Range): OpenKind {
  const { ts, flags, energy, headFrom } = quarter;
  if ((flags & DOUBT) !== 0 || (energy === null && (flags & FLAG.suspect) !== 0)) return 'doubt';
  // A virtual meter says that a span of a part of it crosses an end, not which.
  const hidden = (flags & FLAG.interpolated) !== 0 && headFrom === null && (flags & TAIL) === 0;
  if (hidden || energy === null || knownMs(quarter, next) < QUARTER_MS - ROUNDED_MS) return 'missing';
  const beyond = ts + QUARTER_MS === range.to && (flags & TAIL) !== 0;
  return (ts === range.from && headFrom !== null) || beyond ? 'crossing' : 'spread';
}

/** How much of a quarter lies in spans of any length, ms. */
function knownMs({ ts, flags, coveredS, headFrom, headTo }: KnownQuarter, next?: KnownQuarter): number {
  const end = ts + QUARTER_MS;
  let known = coveredS * 1000;
  // Spans of a quarter of an hour and less are in its coverage.
  const isLong = (from: number, to: number): boolean => to - from > QUARTER_MS;
  if (headFrom !== null && headTo !== null && isLong(headFrom, headTo)) known += Math.min(headTo, end) - ts;
  if ((flags & TAIL) === 0) return known;
  // Beyond the last quarter nobody says how long the span is: it crosses the end, which is told by itself.
  if (!next || next.headFrom === null || next.headTo === null) return QUARTER_MS;
  return next.headFrom >= ts && isLong(next.headFrom, next.headTo) ? known + end - next.headFrom : known;
}

/** Runs of several meters that overlap, as one: cut where no span of any of them crosses. */
export interface OpenInterval extends Range {
  readonly kind: OpenKind;
}

/** Intervals in which one of several meters has no demand, in the order of time. */
export function together(runs: readonly (readonly OpenRun[])[]): OpenInterval[] {
  const inTime = runs.flat().toSorted((a, b) => a.from - b.from || a.to - b.to);
  const found: OpenInterval[] = [];
  for (const { from, to, kind } of inTime) {
    const last = found.at(-1);
    if (last && from < last.to)
      found[found.length - 1] = { from: last.from, to: Math.max(last.to, to), kind: worse(last.kind, kind) };
    else found.push({ from, to, kind });
  }
  return found;
}

/**
 * What the mean power of whole quarters proves: one of them at least reached it, and with it a window of any slip.
 * Millionths of kW, rounded down.
 */
export const meanOf = (energy: bigint, { from, to }: Range): bigint =>
  floorDiv(energy * HOUR_MS_EXACT, BigInt(to - from));
