import { DAY_MS, QUARTER_MS } from '../time/duration.ts';
import { bySay } from './layer.ts';
import type { Span } from './span.ts';

/** An interval [from, to), ms. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The quarter hours that a range touches. */
export const onGrid = ({ from, to }: Range): Range => ({
  from: Math.floor(from / QUARTER_MS) * QUARTER_MS,
  to: Math.ceil(to / QUARTER_MS) * QUARTER_MS,
});

/**
 * How far a change reaches: `change` plus the spans that touch it, and all with less say that overlap these in
 * turn, as their rest changes too.
 */
export function affected(spans: readonly Span[], change: Range): Range {
  return spread(spans, change, (by, on) => bySay(by, on) < 0);
}

/** What must be at hand to settle everything in a range: the spans that touch it, and all with more say over these. */
export function needed(spans: readonly Span[], range: Range): Range {
  return spread(spans, range, (by, on) => bySay(by, on) > 0);
}

/** Most spans are far shorter; the few longer ones are looked through one by one. */
const LONG_MS = DAY_MS;

function spread(spans: readonly Span[], range: Range, follows: (by: Span, on: Span) => boolean): Range {
  // Registers alone leave spans one behind the other, of which none has a say over another.
  if (inTurn(spans)) return touched(spans, range);
  const long = spans.filter((span) => span.to - span.from > LONG_MS);
  const short = long.length === 0 ? [...spans] : spans.filter((span) => span.to - span.from <= LONG_MS);
  short.sort((a, b) => a.from - b.from);
  // Up to where the spans before and at each place reach: with a value a second a look back over all of a day would cost the most.
  const reached: number[] = [];
  for (const span of short) reached.push(Math.max(reached.at(-1) ?? -Infinity, span.to));
  const overlapping = function* (from: number, to: number): Generator<Span> {
    for (const span of long) if (span.from < to && span.to > from) yield span;
    for (let i = startingAt(short, to) - 1; i >= 0 && (reached[i] as number) > from; i--) {
      const span = short[i] as Span;
      if (span.to > from) yield span;
    }
  };
  let { from, to } = range;
  const seen = new Set<Span>(overlapping(range.from, range.to));
  // Sets iterate over what is added on the way.
  for (const span of seen) {
    from = Math.min(from, span.from);
    to = Math.max(to, span.to);
    for (const other of overlapping(span.from, span.to)) {
      if (other !== span && follows(span, other)) seen.add(other);
    }
  }
  return { from, to };
}

/** Whether each span ends before the next one begins. */
function inTurn(spans: readonly Span[]): boolean {
  for (let i = 1; i < spans.length; i++)
    if ((spans[i - 1] as Span).to > (spans[i] as Span).from) return false;
  return true;
}

/** A range with the spans, one behind the other, that touch it. */
function touched(inTime: readonly Span[], range: Range): Range {
  let { from, to } = range;
  for (let i = startingAt(inTime, range.to) - 1; i >= 0; i--) {
    const span = inTime[i] as Span;
    if (span.to <= range.from) break;
    from = Math.min(from, span.from);
    to = Math.max(to, span.to);
  }
  return { from, to };
}

/** Index of the first span that starts at `t` or later. */
function startingAt(inTime: readonly Span[], t: number): number {
  let low = 0;
  let high = inTime.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inTime[middle] as Span).from < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
