import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Course, courseOf, samplesOf, weave } from './course.ts';
import { holdOf, intervalsOf, operationsOf, stateAt, totalsOf } from './interval.ts';
import { inOrder, QUALITY, type Sample, sampleOf, sameState } from './sample.ts';
import { readingOf, readStates, stateOf } from './word.ts';

const sample = fc
  .record({ ts: fc.integer({ min: 0, max: 60 }), value: fc.option(fc.nat(2)) })
  .map(({ ts, value }): Sample => sampleOf(ts, value));

/** A course in memory that takes deliveries as the database does: by the part that they touch. */
class Keeper {
  course: Course = { changes: [], heard: [] };
  readonly counts = { accepted: 0, duplicate: 0, conflict: 0 };

  take(news: readonly Sample[], size: number): void {
    if (news.length === 0) return;
    const from = Math.floor(Math.min(...news.map(({ ts }) => ts)) / size) * size;
    const to = (Math.floor(Math.max(...news.map(({ ts }) => ts)) / size) + 1) * size;
    const { changes, heard } = this.course;
    const inside = ({ ts }: { ts: number }): boolean => ts >= from && ts < to;
    const woven = weave(
      {
        before: changes.findLast(({ ts }) => ts < from) ?? null,
        changes: changes.filter(inside),
        heard: heard.filter((ts) => inside({ ts })),
        nextChange: changes.find(({ ts }) => ts >= to) ?? null,
        nextHeard: heard.find((ts) => ts >= to) ?? null,
      },
      news,
    );
    const { becomesChange, becomesHeard } = woven;
    this.course = {
      changes: [
        ...changes.filter((one) => !inside(one) && one.ts !== becomesHeard?.ts),
        ...woven.changes,
        ...(becomesChange ? [becomesChange] : []),
      ].sort((a, b) => a.ts - b.ts),
      heard: [
        ...heard.filter((ts) => !inside({ ts }) && ts !== becomesChange?.ts),
        ...woven.heard,
        ...(becomesHeard ? [becomesHeard.ts] : []),
      ].sort((a, b) => a - b),
    };
    for (const key of ['accepted', 'duplicate', 'conflict'] as const) this.counts[key] += woven[key];
  }
}

describe('the course of a point', () => {
  it('is the same in whatever order, batches and repetition its samples are delivered', () => {
    fc.assert(
      fc.property(
        fc
          .array(sample, { minLength: 1, maxLength: 40 })
          .chain((all) =>
            fc.tuple(
              fc.constant(all),
              fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
              fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 80, maxLength: 80 }),
              fc.constantFrom(1, 7, 20, 100),
            ),
          ),
        ([all, delivered, sizes, part]) => {
          const keeper = new Keeper();
          for (let at = 0, n = 0; at < delivered.length; at += sizes[n] ?? 1, n++)
            keeper.take(delivered.slice(at, at + (sizes[n] ?? 1)), part);
          expect(keeper.course).toEqual(courseOf(all));
          expect(samplesOf(keeper.course)).toEqual(inOrder(all));
          const { accepted, duplicate, conflict } = keeper.counts;
          expect(accepted + duplicate + conflict).toBe(delivered.length);
          expect(accepted).toBe(new Set(all.map(({ ts }) => ts)).size);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('keeps no change that is none', () => {
    fc.assert(
      fc.property(fc.array(sample), (all) => {
        const { changes } = courseOf(all);
        for (const [i, one] of changes.entries())
          if (i > 0) expect(sameState(one, changes[i - 1] as Sample)).toBe(false);
      }),
    );
  });

  it('does not believe either of two positions of one instant, until the next is heard', () => {
    const [a, b] = [sampleOf(5, 0), sampleOf(5, 1)];
    for (const order of [
      [a, b],
      [b, a],
      [b, a, b],
    ])
      expect(inOrder(order)).toEqual([{ ts: 5, value: null, quality: QUALITY.contradicting }]);
    expect(inOrder([sampleOf(5, null), b])).toEqual([b]);
  });

  it('splits an interval by a late value exactly where it came back', () => {
    const keeper = new Keeper();
    keeper.take([sampleOf(0, 1), sampleOf(10, 1), sampleOf(20, 1), sampleOf(30, 1)], 100);
    keeper.take([sampleOf(12, 0)], 100);
    expect(keeper.course).toEqual({
      changes: [sampleOf(0, 1), sampleOf(12, 0), sampleOf(20, 1)],
      heard: [10, 30],
    });
  });
});

describe('time in the states', () => {
  it('and the unknown time make the length of the interval; an operation is counted once', () => {
    fc.assert(
      fc.property(
        fc.array(sample, { maxLength: 40 }),
        fc.integer({ min: -10, max: 70 }),
        fc.integer({ min: 1, max: 80 }),
        fc.array(fc.integer({ min: -10, max: 150 }), { maxLength: 6 }),
        fc.constantFrom(1, 3, 15, Infinity),
        (all, from, length, cuts, hold) => {
          const to = from + length;
          const samples = inOrder(all);
          const intervals = intervalsOf(samples, from, to, hold);
          expect(intervals[0]?.from).toBe(from);
          expect(intervals.at(-1)?.to).toBe(to);
          for (const [i, one] of intervals.entries()) {
            const next = intervals[i + 1];
            if (next) expect([next.from, next.value === one.value]).toEqual([one.to, false]);
            for (let t = one.from; t < one.to; t++) expect(stateAt(samples, t, hold)).toBe(one.value);
          }
          const inside = cuts.filter((cut) => cut > from && cut < to);
          const bounds = [...new Set([from, ...inside, to])].sort((a, b) => a - b);
          const operations = operationsOf(courseOf(all).changes).filter(({ ts }) => ts >= from && ts < to);
          const totals = totalsOf(bounds, intervals, operations);
          for (const one of totals)
            expect([...one.byState.values()].reduce((sum, ms) => sum + ms, one.unknown)).toBe(
              one.to - one.from,
            );
          expect(totals.reduce((sum, one) => sum + one.operations, 0)).toBe(operations.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('holds a sample three expected intervals, then it is unknown, and known again when it is heard', () => {
    const samples = [sampleOf(0, 1), sampleOf(60_000, 1), sampleOf(600_000, 1)];
    expect(intervalsOf(samples, 0, 700_000, holdOf(60))).toEqual([
      { from: 0, to: 240_000, value: 1 },
      { from: 240_000, to: 600_000, value: null },
      { from: 600_000, to: 700_000, value: 1 },
    ]);
    expect(intervalsOf(samples, 0, 700_000, holdOf(null))).toEqual([{ from: 0, to: 700_000, value: 1 }]);
    expect(intervalsOf([], 0, 10, 5)).toEqual([{ from: 0, to: 10, value: null }]);
  });

  it('counts an operation that happened while nothing was heard, and none that did not', () => {
    expect(operationsOf([sampleOf(1, 0), sampleOf(2, null), sampleOf(3, 0)])).toEqual([]);
    expect(operationsOf([sampleOf(1, 0), sampleOf(2, null), sampleOf(3, 1)])).toEqual([
      { ts: 3, from: 0, to: 1 },
    ]);
    expect(operationsOf([sampleOf(1, 1)], 0)).toHaveLength(1);
    expect(operationsOf([sampleOf(1, 1)])).toEqual([]);
  });
});

describe('the words of a point', () => {
  const [zh, en] = ['0=分闸，1=合闸', '0=Open, 1=Closed'].map((text) => readStates(text) ?? new Map());
  const reading = readingOf([zh, en] as never, false);

  it.each([
    [1, 1],
    [0, 0],
    ['1', 1],
    ['1.0', 1],
    [true, 1],
    [' CLOSED ', 1],
    ['分闸', 0],
    ['off', 0],
    [null, null],
    [2, undefined],
    [-1, undefined],
    [0.5, undefined],
    [Number.NaN, undefined],
    ['', undefined],
    ['1e0', undefined],
    ['0x1', undefined],
    [[1], undefined],
    [{}, undefined],
    ['9'.repeat(1000), undefined],
  ])('%j is %j', (given, state) => {
    expect(stateOf(given, reading)).toBe(state);
  });

  it('of a break contact change places, what is said in words does not', () => {
    const broken = { ...reading, inverted: true };
    expect([1, false, 'on', 'Open', null].map((given) => stateOf(given, broken))).toEqual([0, 1, 0, 0, null]);
  });

  it.each(['', '0', '0=A', '0=A,0=B', '0=A,1=a', '0=A,256=B', '0=A,x=B', `0=A,1=${'b'.repeat(31)}`])(
    'cannot be read from %j',
    (text) => expect(readStates(text)).toBeUndefined(),
  );
});
