import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Episode } from './episode.ts';
import { revisions } from './revise.ts';

const episode = (raisedAt: number, clearedAt: number | null, value = 1): Episode => ({
  raisedAt,
  clearedAt,
  peak: { value, at: raisedAt },
});

describe('what becomes of records when data are corrected', () => {
  it('an episode that was not recorded is late, one that is gone is withdrawn', () => {
    expect(revisions([episode(0, 10)], [episode(20, 30)])).toEqual([
      { kind: 'late', after: episode(20, 30) },
      { kind: 'withdrawn', before: episode(0, 10) },
    ]);
  });

  it('one that moved or peaked otherwise keeps its record', () => {
    expect(revisions([episode(0, 10)], [episode(5, null)])).toEqual([
      { kind: 'revised', before: episode(0, 10), after: episode(5, null) },
    ]);
    expect(revisions([episode(0, 10, 1)], [episode(0, 10, 2)])[0]?.kind).toBe('revised');
  });

  it('one that is cut in two keeps its record for the first and has a late second', () => {
    expect(revisions([episode(0, 100)], [episode(0, 40), episode(60, 100)]).map(({ kind }) => kind)).toEqual([
      'revised',
      'late',
    ]);
  });

  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 20 })
    .map((edges) => edges.toSorted((a, b) => a - b))
    .map((edges) => edges.flatMap((at, i) => (i % 2 === 0 ? [episode(at, edges[i + 1] ?? null)] : [])));

  it('each episode of either side is told at most once, and what is told makes the one of the other', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const reported = revisions(before, after);
        const gone = new Set(reported.flatMap((one) => ('before' in one ? [one.before] : [])));
        const come = reported.flatMap((one) => ('after' in one ? [one.after] : []));
        expect(gone.size).toBe(reported.filter((one) => 'before' in one).length);
        const made = [...before.filter((one) => !gone.has(one)), ...come];
        expect(made.toSorted((a, b) => a.raisedAt - b.raisedAt)).toEqual(after);
      }),
    );
  });

  it('nothing is told where nothing changed', () => {
    fc.assert(
      fc.property(list, (same) => {
        expect(revisions(same, same)).toEqual([]);
      }),
    );
  });
});
