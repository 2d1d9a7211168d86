import { describe, expect, it } from 'vitest';
import { knownRaises, type KnownRecord, treatedWhole } from './told.ts';

type Span = readonly [raisedAt: number, clearedAt: number | null];
const occurrence = (...spans: readonly [Span, ...Span[]]) => {
  const [first, ...rest] = spans.map(([raisedAt, clearedAt]) => ({
    raisedAt,
    clearedAt,
    peak: { value: 1, at: raisedAt },
  }));
  if (!first) throw new Error('an occurrence has an episode');
  return { episodes: [first, ...rest] as const };
};
const record = (spans: readonly [Span, ...Span[]], rest: Partial<KnownRecord> = {}): KnownRecord => ({
  ...occurrence(...spans),
  recordId: 1, withdrawn: false, retired: false, told: spans.length, treatedAt: null, ...rest,
}); // prettier-ignore

describe('what people know of an alarm that was judged again', () => {
  it.each([
    ['cut in two: both pieces', record([[10, null]]), occurrence([10, 20], [21, null]), 2],
    ['raised again after it had been judged', record([[10, null]]), occurrence([10, 90], [110, null]), 1],
    ['raised again when it had cleared', record([[10, 20]]), occurrence([10, 20], [20, null]), 1],
    ['two that became one', record([[10, 20], [30, null]]), occurrence([10, null]), 1],
    ['the third after two became one', record([[10, 20], [30, 40], [50, null]], { told: 2 }), occurrence([10, 40], [50, null]), 1],
    ['moved', record([[10, 20]]), occurrence([12, 25]), 1],
    ['found before it', record([[50, null]]), occurrence([10, 20]), 0],
    ['told to nobody', record([[10, null]], { told: 0 }), occurrence([10, 20], [21, null]), 0],
    ['told to nobody, but somebody dealt with it', record([[10, null]], { told: 0, treatedAt: 15 }), occurrence([10, 20], [21, null]), 2],
    ['ended as its rule was out of use', record([[10, 40]], { retired: true }), occurrence([10, null]), 0],
    ['raised by the clock after the last reading', record([[105, null]]), occurrence([105, null]), 1],
  ])('%s', (_, before, after, known) => {
    expect(knownRaises(after, [before], 100)).toBe(known);
  }); // prettier-ignore

  it('says of which that somebody dealt with it is a piece', () => {
    const whole = record([[10, null]], { treatedAt: 15 });
    expect(treatedWhole(occurrence([21, null]), [whole], 100)).toBe(whole);
    expect(treatedWhole(occurrence([110, null]), [whole], 100)).toBeUndefined();
    expect(treatedWhole(occurrence([21, null]), [record([[10, null]])], 100)).toBeUndefined();
  });
});
