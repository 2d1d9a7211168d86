import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodes } from './episode.ts';
import {
  type AlarmEvent,
  type AlarmState,
  advance,
  dueAt,
  NORMAL,
  type RuleTimes,
  type Sample,
  step,
} from './machine.ts';
import { type Limit, limitVerdict } from './verdict.ts';

const S = 1000;
const TIMES: RuleTimes = { onDelayMs: 60 * S, offDelayMs: 60 * S, holdMs: 180 * S, side: 'above' };
const LIMIT: Limit = { side: 'above', limit: 100, deadBand: 2 };

/** `[second, value]` as samples of the limit 100 with a dead band of 2. */
const samples = (...list: readonly (readonly [number, number | null])[]): Sample[] =>
  list.map(([second, value]) => ({ at: second * S, value, verdict: limitVerdict(value, LIMIT) }));

const judge = (list: readonly Sample[], untilSecond: number) => episodes(list, TIMES, untilSecond * S);
/** Raise and clear in seconds. */
const spans = (list: readonly Sample[], untilSecond: number) =>
  judge(list, untilSecond).episodes.map((one) => [
    one.raisedAt / S,
    one.clearedAt === null ? null : one.clearedAt / S,
  ]);

describe('a limit of 100 with a dead band of 2 and delays of 60 s', () => {
  it('is silent about 59 s above it', () => {
    expect(spans(samples([0, 101], [59, 99]), 600)).toEqual([]);
  });

  it('raises by the clock alone, at the data time at which the delay ends', () => {
    expect(spans(samples([0, 101]), 59)).toEqual([]);
    expect(spans(samples([0, 101]), 60)).toEqual([[60, null]]);
  });

  it('is dropped while pending by a value within the dead band', () => {
    expect(spans(samples([0, 101], [30, 99], [31, 101], [90, 101]), 90)).toEqual([]);
  });

  it('stays while active within the dead band and clears below it after the delay', () => {
    const raised = samples([0, 101], [60, 101], [120, 99], [240, 99], [300, 97.9]);
    expect(spans(raised, 359)).toEqual([[60, null]]);
    expect(spans(raised, 360)).toEqual([[60, 360]]);
  });

  it('begins the off delay anew after a value that is not back', () => {
    expect(spans(samples([0, 101], [60, 101], [100, 97], [150, 98.5], [160, 97]), 219)).toEqual([[60, null]]);
    expect(spans(samples([0, 101], [60, 101], [100, 97], [150, 98.5], [160, 97]), 220)).toEqual([[60, 220]]);
  });

  it('never clears by silence or by a value that is none', () => {
    expect(spans(samples([0, 101], [60, 101]), 100_000)).toEqual([[60, null]]);
    expect(spans(samples([0, 101], [60, 101], [70, null], [500, Number.NaN]), 100_000)).toEqual([[60, null]]);
  });

  it('does not raise on a sample that is too old when the delay ends', () => {
    const slow: RuleTimes = { ...TIMES, onDelayMs: 300 * S };
    expect(episodes(samples([0, 101]), slow, 1000 * S).episodes).toEqual([]);
    expect(episodes(samples([0, 101], [170, 101]), slow, 1000 * S).episodes).toHaveLength(1);
  });

  it('counts what had run of the off delay before the data were missing', () => {
    const long: RuleTimes = { ...TIMES, offDelayMs: 300 * S };
    // Back from 100 on; known until 280 (180 s of 300), unknown until 400, then the other 120 s.
    const list = samples([0, 101], [60, 101], [100, 97], [400, 97]);
    expect(episodes(list, long, 519 * S).episodes[0]?.clearedAt).toBeNull();
    expect(episodes(list, long, 520 * S).episodes[0]?.clearedAt).toBe(520 * S);
  });

  it('tells the worst value and when it was', () => {
    const [one] = judge(samples([0, 101], [30, 130], [60, 120], [100, 150], [130, 90]), 600).episodes;
    expect(one?.peak).toEqual({ value: 150, at: 100 * S });
  });

  it('raises and clears at once without delays, also at the limit itself without a dead band', () => {
    const now: RuleTimes = { ...TIMES, onDelayMs: 0, offDelayMs: 0 };
    const plain: Limit = { side: 'below', limit: 0, deadBand: 0 };
    const list = [-1, 0, -2].map((value, i) => ({ at: i * S, value, verdict: limitVerdict(value, plain) }));
    expect(episodes(list, now, 2 * S).episodes.map((one) => [one.raisedAt / S, one.clearedAt])).toEqual([
      [0, S],
      [2, null],
    ]);
  });
});

const verdict = fc.constantFrom('raise', 'hold', 'clear', 'unknown' as const);
const times = fc.record({
  onDelayMs: fc.integer({ min: 0, max: 40 }),
  offDelayMs: fc.integer({ min: 0, max: 40 }),
  holdMs: fc.integer({ min: 1, max: 60 }),
  side: fc.constantFrom('above', 'below', null),
}) as fc.Arbitrary<RuleTimes>;
const history = fc
  .uniqueArray(
    fc.record({ at: fc.integer({ min: 0, max: 400 }), verdict, value: fc.integer({ min: 0, max: 9 }) }),
    {
      selector: ({ at }) => at,
      maxLength: 40,
    },
  )
  .map((list) => list.toSorted((a, b) => a.at - b.at) as Sample[]);
const UNTIL = 500;

/** Steps through samples and ticks of the clock, as the watch does. */
function live(list: readonly Sample[], rule: RuleTimes, ticks: readonly number[]) {
  let state: AlarmState = NORMAL;
  const events: AlarmEvent[] = [];
  const inputs = [...list, ...ticks.map((at) => ({ at })), { at: UNTIL }].toSorted((a, b) => a.at - b.at);
  for (const input of inputs) {
    const next = step(state, input, rule);
    state = next.state;
    events.push(...next.events);
  }
  return { state, events };
}

describe('an alarm is a fold', () => {
  it('step by step it says what it says at once, however often the clock ticks between', () => {
    fc.assert(
      fc.property(history, times, fc.array(fc.integer({ min: 0, max: UNTIL })), (list, rule, ticks) => {
        const all = episodes(list, rule, UNTIL);
        const stepped = live(list, rule, ticks);
        expect(stepped.state).toEqual(all.state);
        const raised = stepped.events.filter(({ kind }) => kind === 'raised').map(({ at }) => at);
        expect(raised).toEqual(all.episodes.map(({ raisedAt }) => raisedAt));
        const cleared = stepped.events.filter(({ kind }) => kind === 'cleared').map(({ at }) => at);
        expect(cleared).toEqual(all.episodes.flatMap(({ clearedAt }) => clearedAt ?? []));
      }),
    );
  });

  it('order and repetition of delivery change nothing', () => {
    fc.assert(
      fc.property(
        history.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length }),
            fc.subarray(list),
          ),
        ),
        times,
        ([list, shuffled, again], rule) => {
          expect(episodes([...shuffled, ...again], rule, UNTIL)).toEqual(episodes(list, rule, UNTIL));
        },
      ),
    );
  });

  it('judged from any instant on, it says the same as from the beginning', () => {
    fc.assert(
      fc.property(history, times, fc.integer({ min: 0, max: UNTIL }), (list, rule, cut) => {
        const first = episodes(
          list.filter(({ at }) => at <= cut),
          rule,
          cut,
        );
        const rest = episodes(
          list.filter(({ at }) => at > cut),
          rule,
          UNTIL,
          first.state,
        );
        const open = first.state.phase === 'active' || first.state.phase === 'clearing';
        const before = open ? first.episodes.slice(0, -1) : first.episodes;
        expect([...before, ...rest.episodes]).toEqual(episodes(list, rule, UNTIL).episodes);
      }),
    );
  });

  it('episodes follow each other, none begins before its delay or ends before it began', () => {
    fc.assert(
      fc.property(history, times, (list, rule) => {
        const found = episodes(list, rule, UNTIL).episodes;
        found.forEach((one, i) => {
          expect(
            list.some(({ at, verdict: v }) => v === 'raise' && at + rule.onDelayMs <= one.raisedAt),
          ).toBe(true);
          expect(one.clearedAt ?? UNTIL).toBeGreaterThanOrEqual(one.raisedAt);
          if (i > 0) expect(found[i - 1]?.clearedAt).toBeLessThanOrEqual(one.raisedAt);
        });
      }),
    );
  });

  it('missing data alone never clear: without a sample that says so no episode ends', () => {
    fc.assert(
      fc.property(history, times, (list, rule) => {
        const kept = list.filter((one) => one.verdict !== 'clear');
        expect(episodes(kept, rule, UNTIL).episodes.every(({ clearedAt }) => clearedAt === null)).toBe(true);
      }),
    );
  });

  it('nothing happens before it is due', () => {
    fc.assert(
      fc.property(history, times, (list, rule) => {
        const { state } = episodes(list, rule, list.at(-1)?.at ?? 0);
        const due = dueAt(state, rule);
        const still = advance(state, due === null ? UNTIL : due - 1, rule);
        if (due === null || due - 1 >= (list.at(-1)?.at ?? 0)) expect(still).toEqual({ state, events: [] });
      }),
    );
  });
});
