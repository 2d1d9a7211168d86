import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { noise } from '../plant/noise.ts';

/** A rule as the truth knows it; delays in seconds. */
export const RULE = {
  limit: 100,
  deadBand: 2,
  onDelay: 60,
  offDelay: 60,
  reopen: 600,
  hold: 180,
  mostRaises: 100,
} as const;
/** A day, with a reading each minute. */
export const MINUTES = 1440;

/** What a meter sent at an instant (ms). */
export interface Sent {
  readonly ts: number;
  readonly value: number;
}

/** A kind of day: what is sent first, and what is sent in its place later. */
export interface AlarmStory {
  readonly kind: string;
  readonly known: string;
  /** The value of a minute of the day; null = nothing is sent. */
  readonly value: (minute: number, seed: number) => number | null;
  /** By how much the stamp of a minute is off, s. */
  readonly shift?: (minute: number, seed: number) => number;
  /** Values that are sent again, other ones, after all was judged. */
  readonly corrected?: (minute: number, seed: number) => number | undefined;
  /** Minutes that come after all else was judged. */
  readonly late?: (minute: number, seed: number) => boolean;
  /** Minutes that the device stamps two days too late: by our clock they have not come yet. */
  readonly ahead?: (minute: number, seed: number) => boolean;
}

const calm = (minute: number, seed: number): number => 60 + 20 * noise(seed, minute);
const within = (minute: number, from: number, length: number): boolean =>
  minute >= from && minute < from + length;
/** Some intervals of a day, another set for each seed. */
const intervals = (seed: number, count: number, length: number): number[] =>
  Array.from({ length: count }, (_, i) =>
    Math.floor((i + 0.2 + 0.5 * noise(seed, 9000 + i)) * ((MINUTES - 90) / count)),
  ).map((from) => from - (from % Math.max(1, Math.floor(length / 10))));
const inAny = (minute: number, list: readonly number[], length: number): boolean =>
  list.some((from) => within(minute, from, length));
const over = (minute: number, seed: number): number => 105 + 30 * noise(seed, minute + 50_000);

export const ALARM_STORIES: readonly AlarmStory[] = [
  { kind: 'a calm day', known: 'nothing', value: calm },
  {
    kind: 'limit crossings',
    known: 'each once, with both edges',
    value: (m, seed) => (inAny(m, intervals(seed, 8, 20), 20) ? over(m, seed) : calm(m, seed)),
  },
  {
    kind: 'spikes shorter than the delay',
    known: 'nothing: one reading holds for less than the delay where the next is back in time',
    value: (m, seed) => (inAny(m, intervals(seed, 30, 1), 1) ? 500 : calm(m, seed)),
    shift: (m, seed) => (inAny(m - 1, intervals(seed, 30, 1), 1) ? -20 : 0),
  },
  {
    kind: 'within the dead band',
    known: 'one that stands until it is back by more than the dead band',
    value: (m, seed) =>
      inAny(m, intervals(seed, 4, 60), 60)
        ? inAny(m, intervals(seed, 4, 60), 5)
          ? 120
          : 98.5 + noise(seed, m)
        : calm(m, seed),
  },
  {
    kind: 'chatter',
    known: 'records that count their raises, not one for each',
    value: (m, seed) =>
      inAny(m, intervals(seed, 3, 90), 90) ? (Math.floor(m / 3) % 2 === 0 ? 110 : 80) : calm(m, seed),
  },
  {
    kind: 'hours without data',
    known: 'what stood stands, nothing is raised by what is not known',
    value: (m, seed) => {
      const list = intervals(seed, 5, 120);
      if (inAny(m - 30, list, 60)) return null;
      return inAny(m, list, 100) ? over(m, seed) : calm(m, seed);
    },
  },
  {
    kind: 'readings beside the minute',
    known: 'edges to the second',
    value: (m, seed) => (inAny(m, intervals(seed, 10, 15), 15) ? over(m, seed) : calm(m, seed)),
    shift: (m, seed) => Math.floor(25 * noise(seed, m + 70_000)),
  },
  {
    kind: 'stuck beyond the limit',
    known: 'one for the whole time',
    value: (m, seed) => (within(m, 300, 900) ? 150 : calm(m, seed)),
  },
  {
    kind: 'corrected later',
    known: 'what never was is withdrawn, what was not seen is found',
    value: (m, seed) => (inAny(m, intervals(seed, 6, 30), 30) ? over(m, seed) : calm(m, seed)),
    corrected: (m, seed) => {
      const [gone = 0, kept = 0] = intervals(seed, 6, 30);
      if (within(m, gone, 30)) return calm(m, seed + 1);
      return within(m, kept + 60, 12) ? 200 : undefined;
    },
  },
  {
    kind: 'late by hours',
    known: 'what is found late is what would have been found in time; nobody is told of what is over',
    value: (m, seed) => (inAny(m, intervals(seed, 6, 40), 40) ? over(m, seed) : calm(m, seed)),
    late: (m, seed) => inAny(m + 10, intervals(seed, 6, 40), 30),
  },
  {
    kind: 'a clock that is ahead for a while',
    known: 'nothing of what is stamped ahead of our clock; what stood before it stands',
    value: (m, seed) => (inAny(m, intervals(seed, 5, 80), 60) ? over(m, seed) : calm(m, seed)),
    ahead: (m, seed) => inAny(m - 20, intervals(seed, 5, 80), 30),
  },
];

const AHEAD_MS = 2 * DAY_MS;

/** The readings of a day: what is sent first, what after all of that was judged, and what is stamped ahead of our clock. */
interface SentDay {
  readonly first: Sent[];
  readonly later: Sent[];
  readonly ahead: Sent[];
}

/** The readings of a day that begins at an instant (ms). */
export function readingsOf(story: AlarmStory, start: number, seed: number): SentDay {
  const sent: SentDay = { first: [], later: [], ahead: [] };
  for (let m = 0; m < MINUTES; m++) {
    const ts = start + m * MINUTE_MS + (story.shift?.(m, seed) ?? 0) * 1000;
    const value = story.value(m, seed);
    const isAhead = story.ahead?.(m, seed) === true;
    if (value !== null) {
      const list = isAhead ? sent.ahead : story.late?.(m, seed) ? sent.later : sent.first;
      list.push({ ts: isAhead ? ts + AHEAD_MS : ts, value: round(value) });
    }
    const corrected = story.corrected?.(m, seed);
    if (corrected !== undefined) sent.later.push({ ts, value: round(corrected) });
  }
  return sent;
}

const round = (value: number): number => Math.round(value * 100) / 100;
