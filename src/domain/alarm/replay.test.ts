import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Episode, episodes } from './episode.ts';
import { type AlarmState, NORMAL, type RuleTimes, step } from './machine.ts';
import {
  addTrials,
  bestFirst,
  figuresOf,
  keptOf,
  lasting,
  replay,
  type ReplayRule,
  settingsFor,
  trialOf,
  withSetting,
} from './replay.ts';
import { verdictOf } from './verdict.ts';

const S = 1000;
const rule: ReplayRule = {
  limits: [{ side: 'above', limit: 100, deadBand: 0 }],
  times: { onDelayMs: 0, offDelayMs: 0, holdMs: 180 * S, side: 'above' },
};
/** Chatter around the limit every 10 s for ten minutes, then two hours far above it. */
const values = [
  ...Array.from({ length: 60 }, (_, i) => ({ at: i * 10 * S, value: i % 2 === 0 ? 100.5 : 99.5 })),
  ...Array.from({ length: 120 }, (_, i) => ({ at: (600 + i * 60) * S, value: 150 })),
  { at: 7800 * S, value: 50 },
];
const UNTIL = 8000 * S;

it('tells what a draft would have raised, its worst hour and its floods', () => {
  const found = replay(values, rule, UNTIL);
  expect(found).toHaveLength(31);
  expect(found.at(-1)).toMatchObject({ raisedAt: 600 * S, clearedAt: 7800 * S });
  expect(figuresOf(found.map(({ raisedAt }) => raisedAt))).toEqual({
    raises: 31,
    worstHour: { at: 0, raises: 31 },
    floodMs: 400 * S,
  });
  expect(figuresOf([])).toEqual({ raises: 0, worstHour: null, floodMs: 0 });
});

it('proposes the setting that keeps what matters and rings least', () => {
  const matter = lasting(replay(values, rule, UNTIL), 600 * S, UNTIL);
  expect(matter).toHaveLength(1);
  const of = (deadBandPercent: number, delayMs: number) =>
    trialOf(values, rule, { deadBandPercent, delayMs }, matter, UNTIL);
  const trials = [of(0, 0), of(2, 0), of(0, 60 * S), of(0, 36_000 * S)];
  expect(trials.map(({ raises, chattering, kept, laterMs }) => [raises, chattering, kept, laterMs])).toEqual([
    [31, 31, 1, 0],
    // It is active since the chatter before.
    [1, 0, 1, 0],
    [1, 0, 1, 60 * S],
    [0, 0, 0, 0],
  ]);
  expect(bestFirst(trials)[0]).toMatchObject({ deadBandPercent: 2, delayMs: 0, raises: 1 });
  expect(addTrials(trials, trials)[0]).toMatchObject({ raises: 62, kept: 2, of: 2 });
  expect(addTrials([], trials)).toEqual(trials);
});

it('leaves to a rule what it asks for itself', () => {
  const strict: ReplayRule = {
    limits: [{ side: 'below', limit: -200, deadBand: 9 }],
    times: { ...rule.times, onDelayMs: 90 * S },
  };
  const changed = withSetting(strict, { deadBandPercent: 5, delayMs: 60 * S });
  expect(changed.limits).toEqual([{ side: 'below', limit: -200, deadBand: 10 }]);
  expect(changed.times).toMatchObject({ onDelayMs: 90 * S, offDelayMs: 60 * S });
  expect(settingsFor(900 * S).map(({ delayMs }) => delayMs)).toContain(1800 * S);
  expect(settingsFor(30 * S)).toHaveLength(5 * 4);
});

const anyRule = fc.record({
  limits: fc.array(
    fc.record({
      side: fc.constantFrom('above' as const, 'below' as const),
      limit: fc.integer({ min: -3, max: 3 }),
      deadBand: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  times: fc.record({
    onDelayMs: fc.integer({ min: 0, max: 6 }),
    offDelayMs: fc.integer({ min: 0, max: 6 }),
    holdMs: fc.integer({ min: 1, max: 6 }),
    side: fc.constantFrom('above' as const, 'below' as const, null),
  }),
});
const anyValues = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 0, max: 120 }),
    value: fc.option(fc.integer({ min: -5, max: 5 }), { nil: null }),
  }),
  { selector: ({ at }) => at, maxLength: 60 },
);

/** The episodes that the machine makes where every sample and every tick of the clock is a step of its own. */
function stepwise(sorted: readonly { at: number; value: number | null }[], { limits, times }: ReplayRule) {
  const found: Episode[] = [];
  let state: AlarmState = NORMAL;
  const take = (input: Parameters<typeof step>[1], rules: RuleTimes): void => {
    const next = step(state, input, rules);
    for (const event of next.events)
      if (event.kind === 'raised') found.push({ raisedAt: event.at, clearedAt: null, peak: event.peak });
      else found.push({ ...(found.pop() as Episode), clearedAt: event.at, peak: event.peak });
    state = next.state;
  };
  for (let at = 0; at <= 130; at++) {
    take({ at }, times);
    for (const one of sorted.filter((value) => value.at === at))
      take({ ...one, verdict: verdictOf(one.value, limits) }, times);
  }
  return found.map(({ raisedAt, clearedAt }) => ({ raisedAt, clearedAt }));
}

it('is what the machine does step by step, whatever the values, their order and the ticks between', () => {
  fc.assert(
    fc.property(anyValues, anyRule, fc.infiniteStream(fc.nat()), (some, of, chance) => {
      const sorted = some.toSorted((a, b) => a.at - b.at);
      const shuffled = some
        .map((one) => ({ one, key: chance.next().value }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const found = replay([...shuffled, ...shuffled], of, 130);
      const samples = some.map((one) => ({ ...one, verdict: verdictOf(one.value, of.limits) }));
      expect(found).toEqual(episodes(samples, of.times, 130).episodes);
      const edges = found.map(({ raisedAt, clearedAt }) => ({
        raisedAt,
        clearedAt,
      }));
      expect(edges).toEqual(stepwise(sorted, of));
    }),
    { numRuns: 500 },
  );
});

it('keeps no more than there is, and what is raised by a softer rule', () => {
  fc.assert(
    fc.property(anyValues, anyRule, fc.constantFrom(...settingsFor(2)), (some, of, setting) => {
      const own = replay(some, of, 130);
      expect(keptOf(own, own, 130)).toEqual({ kept: own.length, of: own.length, laterMs: 0 });
      const trial = trialOf(some, of, setting, lasting(own, 3, 130), 130);
      expect(trial.kept).toBeLessThanOrEqual(trial.of);
      expect(trial.raises).toBeLessThanOrEqual(own.length);
    }),
  );
});
