import { noise } from '../plant/noise.ts';

/** A day of a meter with a breaker: what it used and drew, and where its breaker stood. */
export interface SourceDay {
  /** kWh of each quarter of an hour. */
  readonly energies: readonly number[];
  /** kW at the beginning of each quarter. */
  readonly powers: readonly number[];
  /** Quarters (1 to 95) at whose beginning nothing is ever told. */
  readonly lost: ReadonlySet<number>;
  /** Where the breaker stood from a second of the day on: 0 = open, 1 = closed. */
  readonly positions: readonly { readonly second: number; readonly value: number }[];
}

/** What rules ask of it. Delays in seconds. */
export const ASKED = { hourEnergy: 50, power: 100, onDelay: 60, offDelay: 30, operations: 6 } as const;
export const QUARTERS = 96;
export const DAY_S = 86_400;
const HOUR_S = 3600;
const QUARTER_S = 900;
/** A value stands for three intervals of its meter. */
const HOLD_S = 3 * QUARTER_S;

/** A day that another seed makes otherwise; its last two hours are quiet. */
export function sourceDay(seed: number): SourceDay {
  const energies: number[] = [];
  const powers: number[] = [];
  for (let q = 0; q < QUARTERS; q++) {
    const hour = Math.floor(q / 4);
    const busy = hour < 22 && noise(seed, hour) > 0.5;
    energies.push((busy ? 15 : 5) + Math.round(20 * noise(seed, 100 + q)) / 10);
    powers.push(noise(seed, 300 + Math.floor(q / 2)) > 0.4 ? 120 : 80);
  }
  const lost = new Set<number>();
  // Nothing is known of two hours: what was used between their ends may have been used in either.
  const gap = 4 * (6 + Math.floor(6 * noise(seed, 7)));
  for (let q = gap + 1; q < gap + 8; q++) lost.add(q);
  const positions = [{ second: 0, value: 1 }];
  for (let second = 600, i = 0; second < DAY_S - 7200; i++) {
    positions.push({ second, value: i % 2 });
    second += 20 + Math.floor(noise(seed, 600 + i) ** 3 * 9000);
  }
  return { energies, powers, lost, positions };
}

/** An interval in which something rings, in seconds of the day; null = it still rings at its end. */
export interface TrueSpan {
  readonly raised: number;
  readonly cleared: number | null;
}

/** What is true second by second makes intervals: true begins one, false ends it, what is not known (null) does neither. */
function spansOf(truth: (second: number) => boolean | null): TrueSpan[] {
  const spans: { raised: number; cleared: number | null }[] = [];
  for (let s = 0; s < DAY_S; s++) {
    const now = truth(s);
    const last = spans.at(-1);
    const rings = last !== undefined && last.cleared === null;
    if (now === true && !rings) spans.push({ raised: s, cleared: null });
    else if (now === false && rings) last.cleared = s;
  }
  return spans;
}

/** Whether the hour that ended last used too much; null where that is not known. */
function hourAt({ energies, lost }: SourceDay, second: number): boolean | null {
  const hour = Math.floor(second / HOUR_S) - 1;
  if (hour < 0) return null;
  const ends = [4 * hour, 4 * hour + 4];
  if (ends.some((q) => lost.has(q))) return null;
  const used = energies.slice(4 * hour, 4 * hour + 4).reduce((a, b) => a + Math.round(b * 10), 0);
  return used > ASKED.hourEnergy * 10;
}

function powerAt({ powers, lost }: SourceDay, second: number): boolean | null {
  for (let q = Math.floor(second / QUARTER_S); q >= 0; q--) {
    if (lost.has(q)) continue;
    return second - q * QUARTER_S <= HOLD_S ? (powers[q] ?? 0) > ASKED.power : null;
  }
  return null;
}

const openAt = ({ positions }: SourceDay, second: number): boolean =>
  positions.findLast((one) => one.second <= second)?.value === 0;

/** Whether the breaker has been open for the on delay, or closed for the off delay; between them it stays as it was. */
function openLong(day: SourceDay): TrueSpan[] {
  let [open, closed] = [0, 0];
  return spansOf((second) => {
    if (openAt(day, second)) [open, closed] = [open + 1, 0];
    else [open, closed] = [0, closed + 1];
    if (open > ASKED.onDelay) return true;
    return closed > ASKED.offDelay ? false : null;
  });
}

function oftenMoved({ positions }: SourceDay): TrueSpan[] {
  const moves = positions.slice(1);
  return spansOf((second) => moves.filter((one) => one.second <= second).length > ASKED.operations);
}

/** Whether at least two hold; null where what is not known could decide. */
function twoOf(all: readonly (boolean | null)[]): boolean | null {
  const yes = all.filter((one) => one === true).length;
  const open = all.filter((one) => one === null).length;
  return yes >= 2 ? true : yes + open < 2 ? false : null;
}

/** A kind of day by what is asked of it, with the intervals that a hand finds in it. */
export interface SourceKind {
  readonly kind: string;
  readonly known: string;
  readonly rule: 'figure' | 'signal' | 'operations' | 'all' | 'two' | 'meters';
  /** @param all the days of all meters */
  readonly truth: (day: SourceDay, all: readonly SourceDay[]) => TrueSpan[];
}

export const SOURCE_KINDS: readonly SourceKind[] = [
  {
    kind: 'use of an hour',
    known: 'hours beyond the limit; of hours that are not known whole nothing',
    rule: 'figure',
    truth: (day) => spansOf((s) => hourAt(day, s)),
  },
  { kind: 'an open breaker', known: 'each time it is open for longer than the delay', rule: 'signal', truth: openLong },
  {
    kind: 'operations in a day',
    known: 'the first operation too many',
    rule: 'operations',
    truth: oftenMoved,
  },
  {
    kind: 'use, power and breaker together',
    known: 'where all hold, from the last that began to the first that ended',
    rule: 'all',
    truth: (day) =>
      spansOf((s) => {
        const all = [hourAt(day, s), powerAt(day, s), openAt(day, s)];
        return all.includes(false) ? false : all.includes(null) ? null : true;
      }),
  },
  {
    kind: 'at least two of use, power and breaker',
    known: 'where two hold, whichever',
    rule: 'two',
    truth: (day) => spansOf((s) => twoOf([hourAt(day, s), powerAt(day, s), openAt(day, s)])),
  },
  {
    kind: 'power of at least two meters',
    known: 'where two are beyond the limit at once, whichever',
    rule: 'meters',
    truth: (_day, all) => spansOf((s) => twoOf(all.map((day) => powerAt(day, s)))),
  },
]; // prettier-ignore
