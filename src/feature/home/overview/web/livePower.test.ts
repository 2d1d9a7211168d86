import { expect, it } from 'vitest';
import { type MeterValues, withMessage } from '#web/live/newest.ts';
import { livePower } from './livePower.ts';

const meters = [
  { ammeterId: 1, ammeterName: 'a', sign: 1 },
  { ammeterId: 2, ammeterName: 'b', sign: -1 },
] as const;
const value = (meterId: number, ts: number, power?: number): [number, MeterValues] => {
  const values: Record<string, number> = power === undefined ? { PP: 1 } : { PZ: power };
  return [meterId, withMessage(undefined, { meterId, ts, values })];
};

it('is the signed sum of the newest power of every meter', () => {
  expect(
    livePower(
      { meters, dataType: '1', neverHeard: [] },
      new Map([value(1, 1000, 50), value(2, 900, 8)]),
      2000,
    ),
  ).toBe(42);
});

it('is not known while one of them is silent, old or without power', () => {
  const known = (...values: ReturnType<typeof value>[]) =>
    livePower({ meters, dataType: '1', neverHeard: [] }, new Map(values), 1_000_000);
  expect(known(value(1, 999_000, 50))).toBeNull();
  expect(known(value(1, 999_000, 50), value(2, 600_000, 8))).toBeNull();
  expect(known(value(1, 999_000, 50), value(2, 999_000))).toBeNull();
  expect(livePower({ meters: [], dataType: '1', neverHeard: [] }, new Map(), 0)).toBeNull();
  expect(
    livePower({ meters, dataType: '2', neverHeard: [] }, new Map([value(1, 1, 1), value(2, 1, 1)]), 1),
  ).toBeNull();
});

it('is not known five minutes after the last power, though the meter goes on telling other values', () => {
  const subject = { meters: meters.slice(0, 1), dataType: '1', neverHeard: [] };
  const [, before] = value(1, 0, 5);
  const after = withMessage(before, { meterId: 1, ts: 600_000, values: { PP: 1 } });
  expect(livePower(subject, new Map([[1, after]]), 300_000)).toBe(5);
  expect(livePower(subject, new Map([[1, after]]), 600_000)).toBeNull();
});

it('is without a meter that was never heard, until it speaks', () => {
  const subject = { meters, dataType: '1', neverHeard: [{ ammeterId: 2, ammeterName: 'b' }] };
  expect(livePower(subject, new Map([value(1, 1000, 50)]), 2000)).toBe(50);
  expect(livePower(subject, new Map([value(1, 1000, 50), value(2, 1000, 8)]), 2000)).toBe(42);
  expect(livePower(subject, new Map(), 2000)).toBeNull();
});
