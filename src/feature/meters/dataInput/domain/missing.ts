import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import type { FileValue } from './rowReader.ts';
import { fitting, stepAt, stepsOf } from './step.ts';

/** More gaps are counted, but neither listed nor looked up. */
export const MOST_GAPS = 10_000;

/** An interval of a series in which the file has no value where its step expects some; ms since 1970. */
export interface Gap {
  readonly meterId: number;
  readonly code: string;
  /** Of readings the last before and the first after it; of energy the begin and the end of the missing spans. */
  readonly from: number;
  readonly to: number;
  readonly missing: number;
}

/** What the file has and lacks of one meter and data code. */
export interface SeriesFound {
  readonly meterId: number;
  readonly code: string;
  readonly values: number;
  /** Its usual step in seconds; null where it has none and is not judged. */
  readonly step: number | null;
  /** The step changes on the way. */
  readonly mixed: boolean;
  readonly missing: number;
  readonly gaps: number;
}

/** How a file is judged. */
export interface MissingRule {
  /** Span of one value of energy, in seconds; null = readings, whose step the file shows. */
  readonly spanSeconds: number | null;
  /** The interval of a meter, in seconds, for a series too short to show a step. */
  readonly intervalOf: (meterId: number) => number | null;
  /** What the file is said to hold, ms: without it nothing is missing before its first and after its last value. */
  readonly range: { readonly from: number; readonly to: number } | null;
}

interface Series {
  readonly meterId: number;
  readonly code: string;
  readonly starts: number[];
  readonly ends: number[];
  sorted: boolean;
}

/** Notes the stamps of a file's values as they come and tells what is missing between them: 16 bytes a value. */
export class MissingFinder {
  readonly #rule: MissingRule;
  readonly #series = new Map<string, Series>();

  constructor(rule: MissingRule) {
    this.#rule = rule;
  }

  /** Notes values, in any order; those that are refused were never there. */
  take(values: readonly FileValue[]): void {
    for (const { meterId, code, start, at } of values) {
      const key = `${meterId} ${code}`;
      let series = this.#series.get(key);
      if (!series) this.#series.set(key, (series = { meterId, code, starts: [], ends: [], sorted: true }));
      const begin = start ?? at;
      if (begin < (series.starts.at(-1) ?? -Infinity)) series.sorted = false;
      series.starts.push(begin);
      series.ends.push(at);
    }
  }

  /** What is missing, series by series as they first came, and the first gaps of them. */
  found(): { readonly series: readonly SeriesFound[]; readonly gaps: readonly Gap[] } {
    const gaps: Gap[] = [];
    const series = [...this.#series.values()].map((one) => this.#judge(inOrder(one), gaps));
    return { series, gaps };
  }

  #judge({ meterId, code, starts, ends }: Series, gaps: Gap[]): SeriesFound {
    const { spanSeconds, range } = this.#rule;
    const distances = starts.slice(1).map((start, i) => start - (starts[i] ?? 0));
    const steps =
      spanSeconds === null ? this.#stepsOf(meterId, distances) : { usual: spanSeconds * 1000, intervals: [] };
    const at = stepAt(steps);
    const shown = steps.usual ?? steps.intervals[0]?.step ?? null;
    let [missing, count] = [0, 0];
    const note = (from: number, to: number, lacks: number): void => {
      if (lacks <= 0) return;
      missing += lacks;
      count += 1;
      if (gaps.length < MOST_GAPS) gaps.push({ meterId, code, from, to, missing: lacks });
    };
    const [first = 0, last = 0] = [starts[0], ends.at(-1)];
    const lead = spanSeconds === null ? 0 : (shown ?? 0);
    if (range && shown !== null) note(range.from, first, fitting(first - range.from + lead, shown));
    for (const [i, distance] of distances.entries()) {
      const step = at(i);
      if (step !== null && distance > 0) note(ends[i] ?? 0, starts[i + 1] ?? 0, fitting(distance, step));
    }
    if (range && shown !== null) note(last, range.to, fitting(range.to - last + lead, shown));
    const mixed = new Set(steps.intervals.map(({ step }) => Math.round(step / MINUTE_MS))).size > 1;
    const step = shown === null ? null : Math.round(shown / 1000);
    return { meterId, code, values: starts.length, step, mixed, missing, gaps: count };
  }

  /** The steps of readings; a few rows of one day show none, there the meter's interval stands for it. */
  #stepsOf(meterId: number, distances: readonly number[]) {
    const steps = stepsOf(distances);
    const whole = distances.reduce((sum, distance) => sum + distance, 0);
    const interval = this.#rule.intervalOf(meterId);
    if (steps.usual !== null || steps.intervals.length > 0 || interval === null || whole > DAY_MS)
      return steps;
    return distances.length === 0 ? steps : { ...steps, usual: interval * 1000 };
  }
}

/** A series in the order of time, each instant once. */
function inOrder(series: Series): Series {
  const { starts, ends, sorted } = series;
  const order = starts.map((_, i) => i);
  if (!sorted) order.sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
  const once = order.filter((i, at) => at === 0 || starts[i] !== starts[order[at - 1] ?? 0]);
  return { ...series, starts: once.map((i) => starts[i] ?? 0), ends: once.map((i) => ends[i] ?? 0) };
}
