import { expect, test } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import type { Piece } from '../fold/layer.ts';
import type { Span } from '../fold/span.ts';
import { windowsIn } from './slidingDemand.ts';

const MINUTE = 60_000;
const FROM = 900_000 * 100;

/** Minutes of a register from a quarter of an hour before `FROM` on, millionths of kWh each. */
const minutes = (energies: readonly number[], flags = 0): Piece[] =>
  energies.map((energy, i) => {
    const from = FROM - 15 * MINUTE + i * MINUTE;
    return {
      from,
      to: from + MINUTE,
      energy: BigInt(energy),
      flags,
      span: { from, to: from + MINUTE } as Span,
    };
  });
const of = (length: number, energy: (i: number) => number): number[] =>
  Array.from({ length }, (_, i) => energy(i));
const RANGE = { from: FROM, to: FROM + 15 * MINUTE };
const idle = minutes(of(30, () => 0));

test('windows slide by the minute, and none reaches over the begin of the range', () => {
  const grid = { forward: minutes(of(30, (i) => (i >= 12 && i < 27 ? 10 : 1))), reverse: null };
  const battery = { forward: idle, reverse: minutes(of(30, (i) => (i >= 12 && i < 27 ? 5 : 0))) };
  const windows = windowsIn(grid, battery, MINUTE, RANGE);
  expect(windows).toHaveLength(15);
  const best = windows.reduce((a, b) => (b.bought > a.bought ? b : a));
  expect(best).toEqual({ ts: FROM - 3 * MINUTE, bought: 150n, fedIn: 0n, charged: 0n, discharged: 75n });
});

test('a window of which a register is in doubt or missing is not told', () => {
  const whole = { forward: minutes(of(30, () => 1)), reverse: null };
  const doubtful = {
    forward: idle,
    reverse: minutes(
      of(30, () => 1),
      FLAG.estimated,
    ),
  };
  expect(windowsIn(whole, doubtful, MINUTE, RANGE)).toEqual([]);
  expect(windowsIn(whole, { forward: idle, reverse: null }, MINUTE, RANGE)).toEqual([]);
  const torn = { forward: idle, reverse: minutes(of(30, () => 1)).filter((_, i) => i !== 20) };
  // The minute that is missing lies in all windows that end behind it.
  expect(windowsIn(whole, torn, MINUTE, RANGE).every(({ ts }) => ts + 15 * MINUTE <= FROM + 5 * MINUTE)).toBe(
    true,
  );
});
