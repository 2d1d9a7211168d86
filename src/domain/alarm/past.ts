import { HOUR_MS } from '#domain/time/duration.ts';
import type { WindowFunction } from './expression/node.ts';

/** The values of a meter at one instant (ms), by data code. */
export interface Reading {
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

/** An instant at which nothing was told, but what is known may be another: a value is too old, or another version begins. */
export const LAPSE_CODE = 'LAPSE';

/** The name under which a value of another meter stands among those of a reading. */
export const codeAt = (code: string, meterId: number): string => `${code}@${meterId}`;

/** The data code of such a name, and the meter; null = the one that is judged. */
export function codeOf(name: string): { readonly code: string; readonly meterId: number | null } {
  const [code = name, meter] = name.split('@');
  return { code, meterId: meter === undefined ? null : Number(meter) };
}

/** How long values stand for what follows them, ms: those of other meters by their name. */
export interface Holds {
  readonly own: number;
  readonly others?: ReadonlyMap<string, number>;
}

export const holdFor = ({ own, others }: Holds, name: string): number => others?.get(name) ?? own;

/** The longest time for which any value stands, ms. */
export const longestHold = ({ own, others }: Holds): number => Math.max(own, ...(others?.values() ?? []));

/** What was told of one data code, in the order of time. */
interface Series {
  /** The newest that was told, a number or not. */
  last: { readonly at: number; readonly value: number };
  readonly ats: number[];
  readonly values: number[];
}

/** Sums are taken in whole millionths, so that they do not depend on where adding began. */
const SCALE = 1e6;

/** A span of a series that moves with time: each reading enters and leaves it once. */
class Span {
  readonly #series: Series;
  readonly #ms: number;
  /** Of the readings inside: the first, and the one after the last. */
  #first = 0;
  #end = 0;
  #sum = 0n;
  /** Readings that may still be the least (or the greatest) of the span, by their place. */
  readonly #best: number[] = [];
  #head = 0;
  readonly #of: WindowFunction;

  constructor(series: Series, of: WindowFunction, ms: number) {
    this.#series = series;
    this.#of = of;
    this.#ms = ms;
  }

  /** What the readings in (now − span, now] say; null where they begin or end more than `holdMs` inside it. */
  ask(now: number, holdMs: number): number | null {
    const { ats, values } = this.#series;
    while (this.#end < ats.length) this.#enter(this.#end++);
    while (this.#first < this.#end && (ats[this.#first] as number) <= now - this.#ms)
      this.#leave(this.#first++);
    const count = this.#end - this.#first;
    const from = ats[this.#first];
    const to = ats[this.#end - 1];
    if (count === 0 || from === undefined || to === undefined) return null;
    if (from > now - this.#ms + holdMs || to < now - holdMs) return null;
    if (this.#of === 'avg') return Number(this.#sum) / SCALE / count;
    if (this.#of !== 'rate') return values[this.#best[this.#head] as number] ?? null;
    if (to === from) return null;
    return (((values[this.#end - 1] as number) - (values[this.#first] as number)) * HOUR_MS) / (to - from);
  }

  #enter(i: number): void {
    const value = this.#series.values[i] as number;
    if (this.#of === 'avg') this.#sum += scaled(value);
    if (this.#of !== 'min' && this.#of !== 'max') return;
    const beats = (other: number): boolean => (this.#of === 'min' ? value <= other : value >= other);
    while (
      this.#best.length > this.#head &&
      beats(this.#series.values[this.#best.at(-1) as number] as number)
    )
      this.#best.pop();
    this.#best.push(i);
  }

  #leave(i: number): void {
    if (this.#of === 'avg') this.#sum -= scaled(this.#series.values[i] as number);
    else if (this.#best[this.#head] === i) this.#head++;
  }
}

const scaled = (value: number): bigint => BigInt(Math.round(value * SCALE));

/**
 * What is known of a meter at the newest reading that it took: the last value of each code, and what spans of time that end
 * there say. Readings are taken in the order of time. The same readings say the same, wherever taking them began, as long as it
 * began before all that is asked for.
 */
export class Past {
  readonly #codes: readonly string[];
  readonly #holds: Holds;
  readonly #standing: ReadonlySet<string>;
  readonly #series = new Map<string, Series>();
  readonly #spans = new Map<string, Span>();
  #now = Number.NEGATIVE_INFINITY;

  /**
   * @param holds how long a value stands for what follows it
   * @param standing codes whose values stand until the next one
   */
  constructor(codes: readonly string[], holds: Holds, standing: readonly string[] = []) {
    this.#codes = [...codes, ...standing];
    this.#holds = holds;
    this.#standing = new Set(standing);
  }

  take({ at, values }: Reading): void {
    this.#now = at;
    for (const code of this.#codes) {
      const value = values[code];
      if (value === undefined) continue;
      const series = this.#series.get(code) ?? { last: { at, value }, ats: [], values: [] };
      series.last = { at, value };
      // What is no number counts in no mean.
      if (Number.isFinite(value * SCALE)) {
        series.ats.push(at);
        series.values.push(value);
      }
      this.#series.set(code, series);
    }
  }

  /** The last value of a code; null where none was told, or it is too old to count. */
  value(code: string): number | null {
    const last = this.#series.get(code)?.last;
    if (!last || !Number.isFinite(last.value)) return null;
    return this.#now - last.at <= holdFor(this.#holds, code) || this.#standing.has(code) ? last.value : null;
  }

  /** The mean, least or greatest value of a code, or its change an hour, over a span (ms) up to now. */
  window(of: WindowFunction, code: string, ms: number): number | null {
    const series = this.#series.get(code);
    if (!series) return null;
    const key = `${of} ${code} ${ms}`;
    const span = this.#spans.get(key) ?? new Span(series, of, ms);
    this.#spans.set(key, span);
    return span.ask(this.#now, holdFor(this.#holds, code));
  }
}
