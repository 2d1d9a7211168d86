import { FLAG } from '#contract/usageFlag.ts';
import { type Ratio, floorDiv, numberToMicro, textToMicro } from '../decimal/decimal.ts';
import { isRollover, modulusOf } from '../ledger/rollover.ts';
import { type Segment, devicesOf, factorOf, sameDevice, segmentAt } from '../ledger/segment.ts';
import { HOUR_MS } from '../time/duration.ts';
import { isAbsurd } from './absurd.ts';
import type { CourseFacts } from './course.ts';
import { type Doubt, judge } from './judged.ts';
import { boundOf, digitOf, isPlausible } from './plausible.ts';
import { type Point, RANK } from './point.ts';
import type { Range } from './reach.ts';
import type { MeterFacts, Span, Stand } from './span.ts';

/**
 * Differences of registers. Within a segment the position of a reading is floor(register × factor) in millionths,
 * and a span is the difference of two positions: what lies between two readings is theirs to the last bit,
 * whatever lies between. Never across devices. Readings that left the course of their register do not count.
 * `points` of `code` in the order of time; the ledger's stands are about the main register. What rated power forbids
 * has no energy, unless persons state both ends.
 */
export function registerSpans(points: readonly Point[], meter: MeterFacts, code: string): Span[] {
  const main = code === 'PP';
  const spans: Span[] = [];
  let i = 0;
  const stands = meter.life.map((segment) => {
    const own: Stand[] = [];
    while (i < points.length && (points[i] as Point).ts < segment.from) i++;
    for (; i < points.length && (points[i] as Point).ts < segment.to; i++)
      own.push(standOf(points[i] as Point, segment));
    return main ? withRecords(own, segment, meter) : own;
  });
  dropUnheard(stands, meter);
  const doubts = leaveOut(stands, meter, code);
  meter.life.forEach((segment, index) => {
    const own = stands[index] ?? [];
    const next = meter.life[index + 1];
    if (next && sameDevice(segment, next)) joinAt(segment.to, own, stands[index + 1] ?? []);
    if (segment.kind === 'register') differences(own, segment, meter, code, doubts[index] ?? [], spans);
  });
  return spans;
}

/** Takes the records of devices that lie outside of all that ever came: nobody heard the meter then. */
function dropUnheard(stands: Stand[][], { life, heard }: MeterFacts): void {
  if (!heard) return;
  for (const { first, last } of devicesOf(life)) {
    const [from, to] = [(life[first] as Segment).from, (life[last] as Segment).to];
    const own = stands.slice(first, last + 1);
    if (own.some((list) => list.some(({ point }) => point !== null))) continue;
    if (from >= heard.to || to <= heard.from) for (let k = first; k <= last; k++) stands[k] = [];
  }
}

/**
 * Leaves of the stands of each segment those that count, and answers the intervals of each in which others do not.
 * A device that goes on under another factor is judged as one.
 */
function leaveOut(stands: Stand[][], meter: MeterFacts, code: string): (readonly Doubt[])[] {
  const { life } = meter;
  const doubts: (readonly Doubt[])[] = life.map(() => []);
  for (const { first, last } of devicesOf(life)) {
    const segments = life.slice(first, last + 1);
    if (segments.some(({ kind }) => kind !== 'register')) continue;
    const ends = (meter.ended?.has(code) ?? meter.to === Infinity) && last === life.length - 1;
    const assessed = judge(stands.slice(first, last + 1).flat(), courseFacts(segments, meter, code, ends));
    let at = 0;
    for (let k = first; k <= last; k++) {
      const begin = at;
      at += (stands[k] as Stand[]).length;
      stands[k] = assessed.stands.slice(begin, at).filter((_, i) => !assessed.bad.has(begin + i));
      doubts[k] = assessed.doubts;
    }
  }
  return doubts;
}

/** What the readings of a device are judged by: the ratings of its meter, and the end of its register. */
function courseFacts(
  segments: readonly Segment[],
  meter: MeterFacts,
  code: string,
  ends: boolean,
): CourseFacts {
  const limit = meter.ratedPower === null ? null : textToMicro(meter.ratedPower);
  const bound = boundOf(code, limit);
  const segmentOf = (stand: Stand): Segment => segmentAt(segments, stand.at) ?? (segments.at(-1) as Segment);
  return {
    ends,
    forbids: (a, b) => {
      if (bound === null) return false;
      const factor = factorOf(segmentOf(a));
      const energy = positionOf(b.register, factor) - positionOf(a.register, factor);
      return !isPlausible(energy, b.at - a.at, bound, positionOf(digitOf(a.register, b.register), factor));
    },
    rolls: (a, b) => rolledOver(a, b, segmentOf(a), limit) !== null,
  };
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

/**
 * The same device goes on under another factor: what it showed at the change ends what was before and begins what
 * comes; where nothing stands there, its register lies on the line between.
 */
function joinAt(at: number, own: Stand[], after: Stand[]): void {
  const a = own.at(-1);
  const b = after[0];
  if (!a || !b || (a.at === at && b.at === at)) return;
  if (b.at === at && b.point) own.push(b);
  else if (a.at === at && a.point) after.unshift(a);
  if (a.at === at || b.at === at || b.register < a.register) return;
  const share = floorDiv((b.register - a.register) * BigInt(at - a.at), BigInt(b.at - a.at));
  const stand: Stand = { at, register: a.register + share, point: null, flags: FLAG.estimated };
  own.push(stand);
  after.unshift(stand);
}

/** The energy of a fall taken as one over the end of the register, or null where it is none. */
function rolledOver(before: Stand, after: Stand, segment: Segment, ratedPower: bigint | null): bigint | null {
  const modulus = modulusOf(segment.registerWidth);
  const factor = factorOf(segment);
  const energy = positionOf(after.register + (modulus ?? 0n), factor) - positionOf(before.register, factor);
  const rolled = isRollover({
    before: before.register,
    after: after.register,
    modulus,
    energy,
    ratedPower,
    elapsedMs: after.at - before.at,
  });
  return rolled ? energy : null;
}

function differences(
  stands: readonly Stand[],
  segment: Segment,
  meter: MeterFacts,
  code: string,
  doubts: readonly Doubt[],
  spans: Span[],
): void {
  const factor = factorOf(segment);
  const limit = meter.ratedPower === null ? null : textToMicro(meter.ratedPower);
  const bound = boundOf(code, limit);
  const doubtOver = overlapping(doubts);
  const noisyOver = overlapping(noisyRanges(doubts));
  const spanOf = (before: Stand, after: Stand): void => {
    const doubt = doubtOver(before.at, after.at);
    let flags = before.flags | after.flags;
    let energy: bigint | null = positionOf(after.register, factor) - positionOf(before.register, factor);
    // The course stands still while a register that jitters is awaited.
    if (doubt?.open) energy = doubt.known ? 0n : null;
    else if (doubt?.known === false) energy = null;
    else if (after.register < before.register) {
      energy = rolledOver(before, after, segment, limit);
      flags |= energy === null ? FLAG.reset : FLAG.rollover;
    }
    if (doubt) flags |= doubt.kind === 'noise' ? FLAG.noise : FLAG.suspect;
    if (noisyOver(before.at, after.at)) flags |= FLAG.noise;
    const weak = (before.point?.rank ?? RANK.person) <= (after.point?.rank ?? RANK.person) ? before : after;
    const rank = weak.point?.rank ?? RANK.person;
    const elapsed = after.at - before.at;
    const forbidden = (value: bigint): boolean =>
      bound !== null &&
      rank < RANK.person &&
      !isPlausible(value, elapsed, bound, positionOf(digitOf(before.register, after.register), factor));
    if (energy !== null && elapsed > 0 && (isAbsurd(energy, elapsed) || forbidden(energy))) {
      flags |= FLAG.suspect;
      energy = null;
    }
    const origin = { kind: 'register' as const, segment, before, after };
    spans.push({
      from: before.at,
      to: after.at,
      energy,
      rank,
      source: weak.point?.source ?? 0,
      flags,
      origin: doubt ? { ...origin, without: doubt.without } : origin,
    });
  };
  for (let i = 1; i < stands.length; i++) spanOf(stands[i - 1] as Stand, stands[i] as Stand);
  const open = doubts.at(-1);
  const last = stands.at(-1);
  if (open?.open && last?.at === open.from) spanOf(last, open.without.at(-1) as Stand);
}

/** Finds which of some intervals a span overlaps; intervals and spans in the order of time. */
function overlapping<R extends Range>(ranges: readonly R[]): (from: number, to: number) => R | undefined {
  let next = 0;
  return (from, to) => {
    while (next < ranges.length && (ranges[next] as R).to <= from) next++;
    const range = ranges[next];
    return range && range.from < to ? range : undefined;
  };
}

/** Falls within the noise at most so far apart are one noisy interval, ms. */
export const NOISY_MS = 6 * HOUR_MS;

function noisyRanges(doubts: readonly Doubt[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { kind, from, to } of doubts) {
    if (kind !== 'noise') continue;
    const last = ranges.at(-1);
    if (last && from - last.to <= NOISY_MS) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

/** Where a register stands: floor(register × factor), millionths. */
export const positionOf = (register: bigint, factor: Ratio): bigint =>
  factor.den === 1n ? register * factor.num : floorDiv(register * factor.num, factor.den);
