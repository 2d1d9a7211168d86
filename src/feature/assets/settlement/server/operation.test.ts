import { expect, test } from 'vitest';
import { settlementMonths } from '#domain/demand/settlement.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { operationLine } from './operation.ts';

const zone = zoneOf('Asia/Shanghai');
const at = (text: string): number => Date.parse(`${text}+08:00`);
const YEAR = { from: at('2023-01-01T00:00:00'), to: at('2024-01-01T00:00:00') };
const LATER = at('2025-01-01T00:00:00');
const paid = { operationCost: '310', commissioned: null, until: Infinity };

/** Fen of an interval. */
const fee = (
  range: { from: number; to: number },
  now = LATER,
  of: Parameters<typeof operationLine>[1] = paid,
) => Number(operationLine(zone, of, range, now)?.amount ?? 0n);

test.each([0, 8, 23])('the settlements of a year at %d o’clock pay each of its days once', (hour) => {
  const months = settlementMonths(zone, { day: 1, hour }, { from: YEAR.from + 12 * 3_600_000, to: YEAR.to });
  expect(months.slice(0, 12).map((month) => fee(month))).toEqual(months.slice(0, 12).map(() => -31_000));
});

test('days that have begun are paid, from commissioning until it was put out of use', () => {
  const march = { from: at('2023-03-01T08:00:00'), to: at('2023-04-01T08:00:00') };
  expect(fee(march, at('2023-03-10T12:00:00'))).toBe(-10_000);
  expect(fee(march, LATER, { ...paid, commissioned: '2023-03-31' })).toBe(-1000);
  expect(fee(march, LATER, { ...paid, until: at('2023-03-02T00:00:00') })).toBe(-1000);
  expect(fee(march, LATER, { ...paid, until: at('2023-03-02T00:00:01') })).toBe(-2000);
});
