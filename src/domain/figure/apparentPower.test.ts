import { expect, test } from 'vitest';
import { apparentOf, shareOf } from './apparentPower.ts';

const of = (meters: Readonly<Record<number, Readonly<Record<string, number>>>>) =>
  apparentOf(Object.keys(meters).map(Number), (id, code) => meters[id]?.[code] ?? null);

test('apparent power is as told by one meter, else of active and reactive power, else by the power factor', () => {
  expect(of({ 1: { PZ: 30, QZ: 40, SZ: 51, FZ: 0.5 } })).toEqual({ power: 30, apparent: 51 });
  expect(of({ 1: { PZ: 30, QZ: 40, FZ: 0.5 } })).toEqual({ power: 30, apparent: 50 });
  expect(of({ 1: { PZ: -30, FZ: 0.5 } })).toEqual({ power: -30, apparent: 60 });
  expect(of({ 1: { PZ: 30, FZ: 0 } })).toEqual({ power: 30, apparent: null });
  expect(of({})).toEqual({ power: null, apparent: null });
});

test('of several meters the powers are summed, what one of them tells alone is not theirs, and a part is not the whole', () => {
  expect(of({ 1: { PZ: 10, QZ: 30, SZ: 99 }, 2: { PZ: 20, QZ: 10, SZ: 99 } })).toEqual({
    power: 30,
    apparent: 50,
  });
  expect(of({ 1: { PZ: 10, QZ: 30 }, 2: { PZ: 20 } })).toEqual({ power: 30, apparent: null });
  expect(of({ 1: { PZ: 10, FZ: 1 }, 2: { FZ: 1 } })).toEqual({ power: null, apparent: null });
});

test('a share of a capacity is that of apparent power, at the power factor that was measured', () => {
  const measured = { capacity: 100, power: 30, apparent: 50 };
  expect(shareOf(30, measured)).toBe(0.5);
  expect(shareOf(60, measured)).toBe(1);
  expect(shareOf(-30, { ...measured, power: -30 })).toBe(0.5);
  expect(shareOf(0, measured)).toBe(0);
  for (const unknown of [{ capacity: null }, { capacity: 0 }, { power: null }, { power: 0 }, { apparent: null }, { apparent: 0 }])
    expect(shareOf(30, { ...measured, ...unknown })).toBeNull();
  expect(shareOf(null, measured)).toBeNull();
}); // prettier-ignore
