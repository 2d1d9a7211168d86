import { QUARTER_MS } from '../time/bucket.ts';
import { bySay } from './layer.ts';
import type { Span } from './span.ts';

/** A stretch of time [from, to), ms. */
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

function spread(spans: readonly Span[], range: Range, follows: (by: Span, on: Span) => boolean): Range {
  const inTime = spans.toSorted((a, b) => a.from - b.from);
  // Running maximum of ends: where it is not after a start, nothing earlier overlaps.
  const furthest: number[] = [];
  for (const span of inTime) furthest.push(Math.max(span.to, furthest.at(-1) ?? -Infinity));
  const overlapping = function* (from: number, to: number): Generator<number> {
    for (let i = before(inTime, to) - 1; i >= 0 && (furthest[i] as number) > from; i--) {
      if ((inTime[i] as Span).to > from) yield i;
    }
  };
  let { from, to } = range;
  const seen = new Set<number>(overlapping(range.from, range.to));
  for (const index of seen) {
    const span = inTime[index] as Span;
    from = Math.min(from, span.from);
    to = Math.max(to, span.to);
    // Sets iterate over what is added on the way.
    for (const other of overlapping(span.from, span.to)) {
      if (other !== index && follows(span, inTime[other] as Span)) seen.add(other);
    }
  }
  return { from, to };
}

/** Number of spans that start before `t`. */
function before(inTime: readonly Span[], t: number): number {
  let low = 0;
  let high = inTime.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inTime[middle] as Span).from < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
