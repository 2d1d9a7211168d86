import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';

/** A reading of the energy register of a charging session. */
export interface Sample {
  /** ms. */
  readonly at: number;
  /** Millionths of a kWh, as the register stands. */
  readonly energy: bigint;
}

/** An end of a session as the charger told it. */
export interface Stop extends Sample {
  readonly reason: string | null;
}

/** All that a charger told of a session, in any order and as often as it liked. */
export interface SessionFacts {
  readonly start: Sample;
  readonly samples: readonly Sample[];
  readonly stops: readonly Stop[];
  /** The most that the charger gives in a time of so many ms, millionths of a kWh; without it nothing is too much. */
  readonly mostIn?: MostIn;
}

type MostIn = (lengthMs: number) => bigint;

/**
 * What makes an energy no basis of a bill: the register went backwards, two ends tell different registers, the end is
 * stamped before the start, or the register rose by more than the charger gives in the time.
 */
type CourseDoubt = 'backwards' | 'twoStops' | 'endsBefore' | 'tooMuch';

/** What a session came to. */
export interface Course {
  /** Register readings on its course, the start first and the end last, none decreasing. */
  readonly points: readonly Sample[];
  /** Millionths of a kWh since the start; null = in doubt. */
  readonly energy: bigint | null;
  /** Null = it goes on. */
  readonly stop: Stop | null;
  readonly doubt: CourseDoubt | null;
  /** Samples that are not on the course: a register above the end, below what stood before or out of reach, or a stamp outside. */
  readonly ignored: number;
}

const inOrder = (a: Sample, b: Sample): number => a.at - b.at || (a.energy < b.energy ? -1 : Number(a.energy > b.energy)); // prettier-ignore

/**
 * The course of a session. It depends on what was told alone, not on the order nor on how often: samples that were late or
 * came twice, and an end that was repeated, change nothing.
 */
export function courseOf({ start, samples, stops, mostIn }: SessionFacts): Course {
  const ends = distinct(stops).toSorted(inOrder);
  // A charger that repeats its end may stamp it anew; the first stamp is the end.
  const [stop = null] = ends;
  const toldDoubt = stop === null ? null : doubtOf(start, stop, ends, mostIn);
  const all = distinct(samples);
  const within = all.filter(
    (one) =>
      one.at >= start.at &&
      one.energy >= start.energy &&
      !leaps(start, one, mostIn) &&
      (stop === null || toldDoubt !== null || (one.at <= stop.at && one.energy <= stop.energy)),
  );
  const chain = longestRise(within.toSorted(inOrder));
  const last = stop !== null && toldDoubt === null ? [stop] : [];
  const points = distinct([start, ...chain, ...last].map(({ at, energy }) => ({ at, energy })));
  const end = points.at(-1) ?? start;
  const leapt = points.some((to, i) => i > 0 && leaps(points[i - 1] ?? start, to, mostIn));
  const doubt = toldDoubt ?? (stop !== null && leapt ? 'tooMuch' : null);
  return {
    points,
    energy: doubt === null ? end.energy - start.energy : null,
    stop,
    doubt,
    ignored: all.length - chain.length,
  };
}

function doubtOf(
  start: Sample,
  stop: Stop,
  ends: readonly Stop[],
  mostIn: MostIn | undefined,
): CourseDoubt | null {
  if (ends.some(({ energy }) => energy !== stop.energy)) return 'twoStops';
  if (stop.energy < start.energy) return 'backwards';
  if (stop.at < start.at) return 'endsBefore';
  return mostIn && stop.energy - start.energy > mostIn(stop.at - start.at) ? 'tooMuch' : null;
}

/** A register may be brought up seldom, and stamps be off: only a rise that not even so much more time explains is a leap. */
const SELDOM_MS = HOUR_MS;

const leaps = (from: Sample, to: Sample, mostIn: MostIn | undefined): boolean =>
  mostIn !== undefined && to.energy - from.energy > mostIn(to.at - from.at + SELDOM_MS);

/** Each instant and register once, the first of equal ones kept. */
function distinct<S extends Sample>(list: readonly S[]): S[] {
  const found = new Map<string, S>();
  for (const one of list) {
    const key = `${one.at} ${one.energy}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

/** The longest run of samples in the order of time in which no register falls. */
function longestRise(samples: readonly Sample[]): Sample[] {
  /** The place of the least sample that ends a run of each length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [i, { energy }] of samples.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((samples[ends[middle] ?? 0]?.energy ?? 0n) <= energy) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = i;
  }
  const run: Sample[] = [];
  for (let i = ends.at(-1); i !== undefined; i = before[i]) run.push(samples[i] as Sample);
  return run.toReversed();
}

/** How far the clock of a charger may be ahead, and how long a charger may have been without a connection. */
const AHEAD_MS = 5 * 60_000;
const OFFLINE_MS = 31 * DAY_MS;

export type ClockDoubt = 'clockAhead' | 'clockUnset';

/**
 * The instant of what a charger told: its own stamp, as it may have been without a connection for a month; where that
 * cannot be, the time of receipt and why.
 * @param told ms; null = it gave none or none that can be read
 */
export function judgeTime(told: number | null, received: number): { at: number; doubt: ClockDoubt | null } {
  if (told === null) return { at: received, doubt: 'clockUnset' };
  if (told > received + AHEAD_MS) return { at: received, doubt: 'clockAhead' };
  if (told < received - OFFLINE_MS) return { at: received, doubt: 'clockUnset' };
  return { at: Math.min(told, received), doubt: null };
}

/**
 * The instants of values that came in one message. A clock that is wrong at the end of the message was wrong by as much before:
 * the values keep their distances from that end, which is when the message came. A value whose stamp cannot be nonetheless has
 * no instant: when it came says nothing of when it was measured.
 * @param told stamps of the values, ms; null = none that can be read
 * @param end the stamp at the end of the message, ms; null = none that can be read
 * @returns ms; null = not known
 */
export function judgeTimes(
  told: readonly (number | null)[],
  end: number | null,
  received: number,
): (number | null)[] {
  const shift = end === null || judgeTime(end, received).doubt === null ? 0 : received - end;
  return told.map((one) => {
    const { at, doubt } = judgeTime(one === null ? null : one + shift, received);
    return doubt === null ? at : null;
  });
}
