import { DAY_MS } from '../time/duration.ts';
import { RANK } from './point.ts';
import { isOnPace, paceAround, rateOf } from './pace.ts';
import { digitOf } from './plausible.ts';
import { type NoiseFacts, isNoise } from './noise.ts';
import type { Stand } from './span.ts';

/** Longest interval of stands off the course after which the register may go on where it was, ms. */
export const RETURN_MS = 3 * DAY_MS;

/** An interval of stands that left the course of its register: kept and shown, not counted. */
export interface Excursion {
  /** Indexes of the first and the last stand that do not count; the stands beside them do. */
  readonly first: number;
  readonly last: number;
  /** `noise`: a fall within what the register jitters by. */
  readonly kind: 'suspect' | 'noise';
  /** Whether the energy between the stands beside it is known; nobody knows it where the register went on elsewhere. */
  readonly known: boolean;
  /** The next good stand is awaited. */
  readonly open: boolean;
}

/** What the course of a register is judged by. */
export interface CourseFacts {
  /** Whether the ratings of the meter forbid the rise from one stand to another; false where none are entered. */
  readonly forbids: (a: Stand, b: Stand) => boolean;
  /** Whether a fall from one stand to another is one over the end of the register. */
  readonly rolls: (a: Stand, b: Stand) => boolean;
  /** Nothing came after the last stand. */
  readonly ends: boolean;
}

/** What persons and records state is never off the course. */
const isStated = ({ point }: Stand): boolean => point === null || point.rank >= RANK.person;

/** Returns to the course that are looked at: one may be an excursion itself. */
export const MOST_RETURNS = 3;
/** How many times its pace a last rise may be before the next stand is awaited. */
const LEAP = 20;
/** Increments of the day before without which nothing is said of a last rise. */
const FEWEST_KNOWN = 20;

/**
 * The intervals of stands that left the monotone course of a register (domain notes 6.4, rules 11 and 12): down and
 * back, up and back, within at most three days, by the ratings of the meter and by its own increments of a day on
 * both sides. A fall after which the register goes on from the lower value is none of these: a reset. A pure
 * function of the stands around each fall. `stands` of one device in the order of time.
 */
export function excursionsOf(stands: readonly Stand[], facts: CourseFacts): Excursion[] {
  const found: Excursion[] = [];
  const good: number[] = [];
  for (let i = 0; i < stands.length; i++) {
    const before = good.at(-1);
    if (before === undefined || registerAt(stands, i) >= registerAt(stands, before)) {
      good.push(i);
      continue;
    }
    const assessed = judgeFall(stands, good, i, facts);
    if (!assessed) {
      good.push(i);
      continue;
    }
    while (good.length > 0 && (good.at(-1) as number) >= assessed.first) good.pop();
    while (found.length > 0 && (found.at(-1) as Excursion).first >= assessed.first) found.pop();
    found.push(assessed);
    if (assessed.open) break;
    i = assessed.last + 1;
    good.push(i);
  }
  const leap = found.at(-1)?.open ? undefined : awaited(stands, good, facts);
  return leap ? [...found, leap] : found;
}

const registerAt = (stands: readonly Stand[], i: number): bigint => (stands[i] as Stand).register;

/** What the fall from the last good stand to stand `i` is; undefined where it is a rollover or a reset. */
function judgeFall(
  stands: readonly Stand[],
  good: readonly number[],
  i: number,
  facts: CourseFacts,
): Excursion | undefined {
  const before = good.at(-1) as number;
  const rolls = facts.rolls(stands[before] as Stand, stands[i] as Stand);
  const down = downAndBack(stands, before, i, facts, rolls);
  const up = upAndBack(stands, good, i, facts);
  if (down?.known && up) return up.last - up.first < down.last - down.first ? up : down;
  if (up || down?.known) return up ?? down;
  if (rolls) return undefined;
  return down ?? awaitedReturn(stands, before, i, facts);
}

/** The register falls at `i` and comes back to where it was. */
function downAndBack(
  stands: readonly Stand[],
  before: number,
  i: number,
  facts: CourseFacts,
  rolls: boolean,
): Excursion | undefined {
  let lost: Excursion | undefined;
  let returns = 0;
  const end = (stands[i] as Stand).at + RETURN_MS;
  for (let h = i; h < stands.length && (stands[h] as Stand).at <= end; h++) {
    if (registerAt(stands, h) >= registerAt(stands, before)) {
      const kind = kindOf(stands, { before, first: i, last: h - 1, after: h }, facts, rolls);
      if (kind?.known) return kind;
      lost ??= kind;
      if (++returns === MOST_RETURNS) return lost;
    }
    if (isStated(stands[h] as Stand)) return lost;
  }
  return lost;
}

/** The register had risen away and falls at `i` back to its course. */
function upAndBack(
  stands: readonly Stand[],
  good: readonly number[],
  i: number,
  facts: CourseFacts,
): Excursion | undefined {
  for (let k = good.length - 1; k >= 0; k--) {
    const before = good[k] as number;
    if (registerAt(stands, before) > registerAt(stands, i)) {
      if (isStated(stands[before] as Stand)) return undefined;
      if ((stands[i] as Stand).at - (stands[before] as Stand).at > RETURN_MS) return undefined;
      continue;
    }
    const kind = kindOf(stands, { before, first: before + 1, last: i - 1, after: i }, facts, false);
    return kind?.known ? kind : undefined;
  }
  return undefined;
}

interface Interval {
  readonly before: number;
  readonly first: number;
  readonly last: number;
  readonly after: number;
}

/**
 * Whether an interval between two stands is off the course that leads from the one to the other: it is one stand alone,
 * or a rise on the way through it is no pace of the meter.
 */
function kindOf(
  stands: readonly Stand[],
  { before, first, last, after }: Interval,
  { forbids }: CourseFacts,
  rolls: boolean,
): Excursion | undefined {
  const [a, b] = [stands[before] as Stand, stands[after] as Stand];
  const noise = isNoise(stands, { before, first, last, after });
  if (noise) return { first, last, kind: 'noise', known: true, open: false };
  const pace = paceAround(stands, before, after);
  const digit = digitOf(a.register, b.register);
  let leaps = false;
  for (let i = before; i < after && !leaps; i++) {
    const [from, to] = [stands[i] as Stand, stands[i + 1] as Stand];
    if (to.register < from.register) continue;
    leaps = forbids(from, to) || (pace !== null && !isOnPace(from, to, pace, digit));
  }
  const alone = first === last && !rolls;
  if (!leaps && !alone) return undefined;
  const known = !forbids(a, b) && isOnPace(a, b, pace, digit);
  if (!known && !leaps) return undefined;
  return { first, last, kind: 'suspect', known, open: false };
}

/** A fall that the last stands brought: what it is the next good stand will tell. */
function awaitedReturn(
  stands: readonly Stand[],
  before: number,
  i: number,
  { ends }: CourseFacts,
): Excursion | undefined {
  const last = stands.length - 1;
  if (!ends || stands.slice(i).some(isStated)) return undefined;
  const facts: NoiseFacts = { before, first: i, last, after: null };
  if (isNoise(stands, facts)) return { first: i, last, kind: 'noise', known: true, open: true };
  return i === last ? { first: i, last, kind: 'suspect', known: false, open: true } : undefined;
}

/** Whether a rise is far above the increment before it: only then its day is looked at. */
function mayLeap(stands: readonly Stand[], last: number): boolean {
  const [a, b, c] = [stands[last - 2], stands[last - 1], stands[last]];
  if (!a || !b || !c || isStated(c)) return false;
  const [rate, usual] = [rateOf(b, c), rateOf(a, b)];
  return rate !== null && rate > LEAP * (usual ?? 0);
}

/** A last rise far above all increments of the day before: the next stand tells whether it is true. */
function awaited(
  stands: readonly Stand[],
  good: readonly number[],
  { ends }: CourseFacts,
): Excursion | undefined {
  const last = stands.length - 1;
  if (!ends || good.at(-1) !== last || good.at(-2) !== last - 1 || !mayLeap(stands, last)) return undefined;
  const pace = paceAround(stands, last - 1, last, FEWEST_KNOWN);
  const rate = rateOf(stands[last - 1] as Stand, stands[last] as Stand);
  if (pace === null || pace === 0 || rate === null || rate <= LEAP * pace) return undefined;
  return { first: last, last, kind: 'suspect', known: false, open: true };
}
