import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Episode } from './episode.ts';
import { type Occurrence, raisedAtOf } from './occurrence.ts';
import { changesOf, type Recorded } from './revise.ts';

const episode = (raisedAt: number, clearedAt: number | null, value = 1): Episode => ({
  raisedAt,
  clearedAt,
  peak: { value, at: raisedAt },
});
const occurrence = (...args: Parameters<typeof episode>): Occurrence => ({ episodes: [episode(...args)] });
const recorded = (...args: Parameters<typeof episode>): Recorded => ({
  ...occurrence(...args),
  recordId: args[0],
  withdrawn: false,
  retired: false,
});

describe('what becomes of records', () => {
  it('an occurrence that was not recorded is raised, one that is gone is withdrawn', () => {
    expect(changesOf([recorded(0, 10)], [occurrence(20, 30)], 100)).toEqual([
      { kind: 'raise', after: occurrence(20, 30) },
      { kind: 'withdraw', before: recorded(0, 10) },
    ]);
  });

  it('one that moved or peaked otherwise before the instant is revised', () => {
    expect(changesOf([recorded(0, 10)], [occurrence(5, null)], 100)).toEqual([
      { kind: 'update', before: recorded(0, 10), after: occurrence(5, null), revised: true },
    ]);
    expect(changesOf([recorded(0, 10, 1)], [occurrence(0, 10, 2)], 100)).toMatchObject([{ revised: true }]);
  });

  it('one that only goes on is not: cleared, raised again, a higher peak', () => {
    const after: Occurrence = { episodes: [episode(0, 10, 5), episode(12, null)] };
    expect(changesOf([recorded(0, null)], [after], 9)).toMatchObject([{ kind: 'update', revised: false }]);
    expect(changesOf([recorded(0, null)], [after], 11)).toMatchObject([{ kind: 'update', revised: true }]);
  });

  it('nor one whose peak lies in another order of its members, as the database keeps it', () => {
    const first = { ...episode(0, 10, 5), peak: { at: 0, value: 5 } };
    const kept: Recorded = { ...recorded(0, 10, 5), episodes: [first] };
    const after: Occurrence = { episodes: [episode(0, 10, 5), episode(12, null)] };
    expect(changesOf([kept], [after], 11)).toMatchObject([{ kind: 'update', revised: false }]);
  });

  it('one that is cut in two keeps its record for the first', () => {
    const cut = [occurrence(0, 40), occurrence(60, 100)];
    expect(changesOf([recorded(0, 100)], cut, 100).map(({ kind }) => kind)).toEqual(['update', 'raise']);
  });

  it('one that was withdrawn and is there again is the same record', () => {
    const gone = { ...recorded(0, 10), withdrawn: true };
    expect(changesOf([gone], [occurrence(0, 10)], 100)).toMatchObject([{ kind: 'update', revised: true }]);
    expect(changesOf([gone], [], 100)).toEqual([]);
  });

  it('what its rule ended stays as it is, and is not what stands, nor what goes on, once the rule is in use again', () => {
    const over = { ...recorded(0, 10), retired: true };
    expect(changesOf([over], [occurrence(0, 8)], 100)).toEqual([]);
    expect(changesOf([over], [occurrence(0, null)], 100)).toEqual([
      { kind: 'raise', after: occurrence(0, null) },
    ]);
    const again = recorded(20, null);
    for (const end of [null, 30])
      expect(changesOf([over, again], [occurrence(0, end)], 100)).toMatchObject([
        { kind: 'update', before: again },
      ]);
  });

  const edges = fc
    .uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 20 })
    .map((list) => list.toSorted((a, b) => a - b))
    .map((list) => list.flatMap((at, i) => (i % 2 === 0 ? [[at, list[i + 1] ?? null] as const] : [])));

  it('each of either side is told at most once, and what is told makes the one of the other', () => {
    fc.assert(
      fc.property(edges, edges, (left, right) => {
        const before = left.map(([a, b]) => recorded(a, b));
        const after = right.map(([a, b]) => occurrence(a, b));
        const changes = changesOf(before, after, 200);
        const gone = changes.flatMap((one) => ('before' in one ? [one.before.recordId] : []));
        const come = changes.flatMap((one) => ('after' in one ? [one.after] : []));
        expect(new Set(gone).size).toBe(gone.length);
        const kept = before.filter(({ recordId }) => !gone.includes(recordId));
        const made = [...kept.map(({ episodes }) => ({ episodes })), ...come];
        expect(made.toSorted((a, b) => raisedAtOf(a) - raisedAtOf(b))).toEqual(after);
      }),
    );
  });
});
