import { FLAG } from '#contract/usageFlag.ts';
import { type Ratio, floorDiv, numberToMicro, textToMicro } from '../decimal/decimal.ts';
import { isRollover, modulusOf } from '../ledger/rollover.ts';
import { type Segment, factorOf, sameDevice } from '../ledger/segment.ts';
import { isAbsurd } from './absurd.ts';
import { boundOf, digitOf, isPlausible } from './plausible.ts';
import { type Point, RANK } from './point.ts';
import type { MeterFacts, Span, Stand } from './span.ts';

/**
 * Differences of registers. Within a segment the position of a reading is floor(register × factor) in millionths,
 * and a span is the difference of two positions: what lies between two readings is theirs to the last bit,
 * whatever lies between. Never across devices. `points` of `code` in the order of time; the ledger's stands are
 * about the main register. What rated power forbids has no energy, unless persons state both ends.
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
  meter.life.forEach((segment, index) => {
    const own = stands[index] ?? [];
    const next = meter.life[index + 1];
    if (next && sameDevice(segment, next)) joinAt(segment.to, own, stands[index + 1] ?? []);
    if (segment.kind === 'register') differences(own, segment, meter.ratedPower, code, spans);
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

function differences(
  stands: readonly Stand[],
  segment: Segment,
  ratedPower: string | null,
  code: string,
  spans: Span[],
): void {
  const factor = factorOf(segment);
  const modulus = modulusOf(segment.registerWidth);
  const limit = ratedPower === null ? null : textToMicro(ratedPower);
  const bound = boundOf(code, limit);
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
    const weak = (before.point?.rank ?? RANK.person) <= (after.point?.rank ?? RANK.person) ? before : after;
    const rank = weak.point?.rank ?? RANK.person;
    const elapsed = after.at - before.at;
    const doubtful = (value: bigint): boolean =>
      bound !== null &&
      rank < RANK.person &&
      !isPlausible(value, elapsed, bound, position(digitOf(before.register, after.register), factor));
    if (energy !== null && elapsed > 0 && (isAbsurd(energy, elapsed) || doubtful(energy))) {
      flags |= FLAG.suspect;
      energy = null;
    }
    spans.push({
      from: before.at,
      to: after.at,
      energy,
      rank,
      source: weak.point?.source ?? 0,
      flags,
      origin: { kind: 'register', segment, before, after },
    });
  }
}

const position = (register: bigint, factor: Ratio): bigint =>
  factor.den === 1n ? register * factor.num : floorDiv(register * factor.num, factor.den);
