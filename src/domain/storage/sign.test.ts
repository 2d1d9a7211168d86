import { expect, it } from 'vitest';
import { doing, turned } from './sign.ts';

it('turns power of the meter to a point of a curve and back', () => {
  expect(turned(40)).toBe(-40);
  expect(turned(turned(-12.5))).toBe(-12.5);
  expect(turned(null)).toBeNull();
  expect(Object.is(turned(0), 0)).toBe(true);
  expect(Object.is(turned(-0), 0)).toBe(true);
});

it('charges above zero of the meter', () => {
  expect([doing(40), doing(-40), doing(0.2), doing(-0.2)]).toEqual([
    'charging',
    'discharging',
    'standing',
    'standing',
  ]);
});
