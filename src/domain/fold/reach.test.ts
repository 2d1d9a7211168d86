import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '#test/runs.ts';
import { HOUR_MS } from '../time/duration.ts';
import { bySay } from './layer.ts';
import { affected, needed, type Range } from './reach.ts';
import type { Span } from './span.ts';

const DAYS = 4 * 24;
const drawn = fc
  .record({
    from: fc.integer({ min: 0, max: DAYS }),
    // Most are short, some last for days.
    length: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
      { weight: 1, arbitrary: fc.integer({ min: 20, max: 60 }) },
    ),
    rank: fc.integer({ min: 1, max: 3 }),
    known: fc.boolean(),
  })
  .map(({ from, length, rank, known }): Span => ({
    from: from * HOUR_MS,
    to: (from + length) * HOUR_MS,
    rank,
    energy: known ? 1n : null,
    source: 0,
    flags: 0,
    origin: { kind: 'interval', interval: { start: 0, end: 0, value: '0', source: 0, rank }, segment: null },
  }));

const overlap = (a: Range, b: Range): boolean => a.from < b.to && a.to > b.from;

/** The same, asked of every pair again and again. */
function plainly(spans: readonly Span[], range: Range, follows: (by: Span, on: Span) => boolean): Range {
  const seen = new Set(spans.filter((span) => overlap(span, range)));
  for (const span of seen)
    for (const other of spans)
      if (other !== span && overlap(other, span) && follows(span, other)) seen.add(other);
  return {
    from: Math.min(range.from, ...[...seen].map(({ from }) => from)),
    to: Math.max(range.to, ...[...seen].map(({ to }) => to)),
  };
}

it('a change reaches what a look at every pair of spans says, however long they are', () => {
  fc.assert(
    fc.property(
      fc.array(drawn, { maxLength: 30 }),
      fc.integer({ min: 0, max: DAYS }),
      fc.integer({ min: 0, max: 12 }),
      (spans, at, length) => {
        const range = { from: at * HOUR_MS, to: (at + length) * HOUR_MS };
        expect(affected(spans, range)).toEqual(plainly(spans, range, (by, on) => bySay(by, on) < 0));
        expect(needed(spans, range)).toEqual(plainly(spans, range, (by, on) => bySay(by, on) > 0));
      },
    ),
    runs(300),
  );
});
