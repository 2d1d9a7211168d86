import { expect, it } from 'vitest';
import { type Draft, replay, tune } from './replay.ts';

const S = 1000;
const draft: Draft = {
  limit: { side: 'above', limit: 100, deadBand: 0 },
  onDelayMs: 0,
  offDelayMs: 0,
  holdMs: 180 * S,
};
/** Chatter around the limit every 10 s for ten minutes, then two hours far above it. */
const values = [
  ...Array.from({ length: 60 }, (_, i) => ({ at: i * 10 * S, value: i % 2 === 0 ? 100.5 : 99.5 })),
  ...Array.from({ length: 120 }, (_, i) => ({ at: (600 + i * 60) * S, value: 150 })),
  { at: 7800 * S, value: 50 },
];

it('tells what a draft would have raised, its worst hour, its floods and chatter', () => {
  const reported = replay(values, draft, 8000 * S);
  expect(reported.episodes).toHaveLength(31);
  expect(reported.worstHour).toEqual({ at: 0, raises: 31 });
  expect(reported.chattering).toBe(true);
  expect(reported.floodMs).toBe(400 * S);
  expect(reported.episodes.at(-1)).toMatchObject({ raisedAt: 600 * S, clearedAt: 7800 * S });
});

it('proposes the setting that keeps what matters and rings least', () => {
  const settings = [
    { deadBand: 0, onDelayMs: 0, offDelayMs: 0 },
    { deadBand: 2, onDelayMs: 0, offDelayMs: 0 },
    { deadBand: 0, onDelayMs: 60 * S, offDelayMs: 0 },
    { deadBand: 0, onDelayMs: 36_000 * S, offDelayMs: 0 },
  ];
  const { trials, best } = tune(values, draft, 8000 * S, settings, 600 * S);
  expect(trials.map(({ raises, missed }) => [raises, missed])).toEqual([
    [31, 0],
    [1, 0],
    [1, 0],
    [0, 1],
  ]);
  expect(best).toMatchObject({ deadBand: 2, onDelayMs: 0, raises: 1 });
});
