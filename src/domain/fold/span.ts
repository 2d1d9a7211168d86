import { FLAG } from '#contract/usageFlag.ts';
import {
  MILLION,
  type Ratio,
  floorDiv,
  numberToMicro,
  parseDecimal,
  ratioToMicro,
  textToMicro,
  times,
} from '../decimal/decimal.ts';
import { isRollover, modulusOf } from '../ledger/rollover.ts';
import { type Segment, factorOf, sameDevice, segmentAt } from '../ledger/segment.ts';
import { type Point, RANK } from './point.ts';

/** Energy of a stretch of time, and where it came from. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** Millionths of the unit; null where nobody knows: the register was reset, or the value is absurd. */
  readonly energy: bigint | null;
  readonly rank: number;
  readonly source: number;
  readonly flags: number;
  readonly origin: RegisterOrigin | IntervalOrigin;
}

/** Two registers of one device and the difference between them. */
export interface RegisterOrigin {
  readonly kind: 'register';
  readonly segment: Segment;
  readonly before: Stand;
  readonly after: Stand;
}

/** A register standing at an instant. `point` is null where the ledger states it. */
export interface Stand {
  readonly at: number;
  readonly register: bigint;
  readonly point: Point | null;
  readonly flags: number;
}

/** Energy of a stated span, as received. */
export interface Interval {
  readonly start: number;
  readonly end: number;
  /** Decimal text. */
  readonly value: string;
  readonly source: number;
  readonly rank: number;
  readonly disputed?: boolean;
}

export interface IntervalOrigin {
  readonly kind: 'interval';
  readonly interval: Interval;
  /** The segment whose factor was applied, or null where the value is primary energy as stated. */
  readonly segment: Segment | null;
}

const HOUR_MS = 3_600_000n;

/**
 * More than 10^8 units an hour with a thousand to spare, which no meter of a plant counts: kept and flagged, but
 * not summed, and what is summed always fits its column.
 */
export function isAbsurd(energy: bigint, elapsedMs: number): boolean {
  const size = energy < 0n ? -energy : energy;
  return size > (100_000_000n * MILLION * BigInt(Math.round(elapsedMs))) / HOUR_MS + 1000n * MILLION;
}

/** What the arithmetic knows of a meter. */
export interface MeterFacts {
  readonly life: readonly Segment[];
  /** kW as a decimal text, or null. */
  readonly ratedPower: string | null;
  /** Expected step of its readings, ms. */
  readonly stepMs: number;
  /** The two ends between which every reading is at hand; stands of the ledger outside are another fold's. */
  readonly from: number;
  readonly to: number;
}

/**
 * Differences of registers. Within a segment the position of a reading is floor(register × factor) in millionths,
 * and a span is the difference of two positions: what lies between two readings is theirs to the last bit,
 * whatever lies between. Never across devices. `points` in the order of time; `main` = the register that the
 * ledger's stands are about.
 */
export function registerSpans(points: readonly Point[], meter: MeterFacts, main: boolean): Span[] {
  const spans: Span[] = [];
  let i = 0;
  const stands = meter.life.map((segment) => {
    const own: Stand[] = [];
    while (i < points.length && (points[i] as Point).ts < segment.from) i++;
    for (; i < points.length && (points[i] as Point).ts < segment.to; i++)
      own.push(standOf(points[i] as Point, segment));
    return main ? withRecords(own, segment, meter) : own;
  });
  meter.life.forEach((segment, index) => {
    const own = stands[index] ?? [];
    const next = meter.life[index + 1];
    if (next && sameDevice(segment, next)) joinAt(segment.to, own, stands[index + 1] ?? []);
    if (segment.kind === 'register') differences(own, segment, meter.ratedPower, spans);
  });
  return spans;
}

function standOf(point: Point, segment: Segment): Stand {
  // A reading belongs to the device that stood there when it was taken, also when it stands for the grid.
  const at = Math.min(Math.max(point.at, segment.from), segment.to);
  return { at, register: numberToMicro(point.value), point, flags: point.flags };
}

function withRecords(own: Stand[], segment: Segment, meter: MeterFacts): Stand[] {
  const record = (at: number, register: string): Stand => ({
    at,
    register: textToMicro(register),
    point: null,
    flags: FLAG.replaced,
  });
  const stands = own.filter(
    (stand) =>
      !(segment.startRegister !== null && stand.at === segment.from) &&
      !(segment.endRegister !== null && stand.at === segment.to),
  );
  const inside = (at: number): boolean => at >= meter.from && at <= meter.to;
  if (segment.startRegister !== null && inside(segment.from))
    stands.unshift(record(segment.from, segment.startRegister));
  if (segment.endRegister !== null && inside(segment.to))
    stands.push(record(segment.to, segment.endRegister));
  return stands;
}

/** The same device goes on under another factor: its register at the change lies on the line between. */
function joinAt(at: number, own: Stand[], after: Stand[]): void {
  const a = own.at(-1);
  const b = after[0];
  if (!a || !b || a.at === at || b.at === at || b.register < a.register) return;
  const share = floorDiv((b.register - a.register) * BigInt(at - a.at), BigInt(b.at - a.at));
  const stand: Stand = { at, register: a.register + share, point: null, flags: FLAG.estimated };
  own.push(stand);
  after.unshift(stand);
}

function differences(
  stands: readonly Stand[],
  segment: Segment,
  ratedPower: string | null,
  spans: Span[],
): void {
  const factor = factorOf(segment);
  const modulus = modulusOf(segment.registerWidth);
  const limit = ratedPower === null ? null : textToMicro(ratedPower);
  for (let i = 1; i < stands.length; i++) {
    const before = stands[i - 1] as Stand;
    const after = stands[i] as Stand;
    let flags = before.flags | after.flags;
    let energy: bigint | null = position(after.register, factor) - position(before.register, factor);
    if (after.register < before.register) {
      const over = position(after.register + (modulus ?? 0n), factor) - position(before.register, factor);
      const rolled = isRollover({
        before: before.register,
        after: after.register,
        modulus,
        energy: over,
        ratedPower: limit,
        elapsedMs: after.at - before.at,
      });
      flags |= rolled ? FLAG.rollover : FLAG.reset;
      energy = rolled ? over : null;
    }
    if (energy !== null && isAbsurd(energy, after.at - before.at)) {
      flags |= FLAG.suspect;
      energy = null;
    }
    const weak = (before.point?.rank ?? RANK.person) <= (after.point?.rank ?? RANK.person) ? before : after;
    spans.push({
      from: before.at,
      to: after.at,
      energy,
      rank: weak.point?.rank ?? RANK.person,
      source: weak.point?.source ?? 0,
      flags,
      origin: { kind: 'register', segment, before, after },
    });
  }
}

const position = (register: bigint, factor: Ratio): bigint =>
  factor.den === 1n ? register * factor.num : floorDiv(register * factor.num, factor.den);

/**
 * Energies of stated spans. What an import or a person states is primary energy; what a device sends under a
 * segment of kind `interval` is multiplied by its factor. Same span: highest rank, then lowest source.
 */
export function intervalSpans(intervals: readonly Interval[], life: readonly Segment[]): Span[] {
  const byPlace = intervals.toSorted(
    (a, b) => a.start - b.start || a.end - b.end || b.rank - a.rank || a.source - b.source,
  );
  const spans: Span[] = [];
  for (let i = 0; i < byPlace.length;) {
    const best = byPlace[i] as Interval;
    const segment = best.rank === RANK.device ? segmentAt(life, best.start) : undefined;
    const applied = segment?.kind === 'interval' ? segment : null;
    let energy: bigint | null = energyOf(best, applied);
    let flags = (best.rank === RANK.person ? FLAG.manual : 0) | (best.disputed ? FLAG.conflict : 0);
    let next = i + 1;
    for (; next < byPlace.length; next++) {
      const other = byPlace[next] as Interval;
      if (other.start !== best.start || other.end !== best.end) break;
      if (energyOf(other, other.rank === best.rank ? applied : null) === energy) continue;
      flags |= other.rank === best.rank ? FLAG.conflict : FLAG.corrected;
    }
    const { start: from, end: to, rank, source } = best;
    if (isAbsurd(energy, to - from)) {
      flags |= FLAG.suspect;
      energy = null;
    }
    spans.push({
      from,
      to,
      energy,
      rank,
      source,
      flags,
      origin: { kind: 'interval', interval: best, segment: applied },
    });
    i = next;
  }
  return spans;
}

function energyOf(interval: Interval, segment: Segment | null): bigint {
  const value = parseDecimal(interval.value);
  return ratioToMicro(segment ? times(value, factorOf(segment)) : value);
}

/** Readings of a device that sends energy per step, as intervals that end at their stamp. */
export function stepIntervals(points: readonly Point[], meter: MeterFacts): Interval[] {
  const intervals: Interval[] = [];
  for (const { at, ts, value, source, rank, flags } of points) {
    if (segmentAt(meter.life, ts)?.kind !== 'interval') continue;
    const disputed = (flags & FLAG.conflict) !== 0;
    intervals.push({ start: at - meter.stepMs, end: at, value: String(value), source, rank, disputed });
  }
  return intervals;
}
