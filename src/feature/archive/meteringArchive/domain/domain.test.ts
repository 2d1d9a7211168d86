import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMonths, daysBetween } from '#domain/time/date.ts';
import { calendarMonths, dueMonths, dueStep, overdueDays } from './alignDate.ts';
import { creditCheck, creditCodeHolds } from '#domain/archive/creditCode.ts';
import {
  composeDataCode,
  DATA_CODE_PARTS,
  dashedDataCode,
  faultyPart,
  scopeFault,
  splitDataCode,
  type DataCode,
} from './dataCode.ts';

const digits = (n: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: n, maxLength: n }).map((d) => d.join(''));
const parts = fc.record(
  Object.fromEntries(Object.entries(DATA_CODE_PARTS).map(([part, n]) => [part, digits(n)])),
) as unknown as fc.Arbitrary<DataCode>;

it('a data code and its parts lead to each other, plain and with dashes', () => {
  fc.assert(
    fc.property(parts, (some) => {
      const code = composeDataCode(some);
      expect(code).toMatch(/^\d{16}$/);
      expect(splitDataCode(code)).toEqual(some);
      expect(splitDataCode(dashedDataCode(code))).toEqual(some);
    }),
  );
  expect(dashedDataCode('0000000001010410')).toBe('00-00-0000-010104-10');
  expect(splitDataCode('00-00-0000-010104-10')).toMatchObject({
    energyTypeCode: '0104',
    dataUsageCode: '10',
  });
  expect(splitDataCode('123')).toBeUndefined();
  const whole = splitDataCode('0000000001010410') as DataCode;
  expect(faultyPart({ ...whole, energyTypeCode: '104' })).toBe('energyTypeCode');
});

it('the parts must fit the scope', () => {
  const of = (code: string) => splitDataCode(code) as DataCode;
  const whole = of('0000000002330020');
  const process = of('0100000002330020');
  const unit = of('0102000002330020');
  const device = of('0102030102330020');
  const right: Readonly<Record<string, DataCode>> = { 1: whole, 2: process, 3: unit, 4: device };
  for (const [scope, own] of Object.entries(right))
    for (const some of Object.values(right))
      expect(scopeFault(scope, some) === null, `${scope} ${composeDataCode(some)}`).toBe(some === own);
  expect(scopeFault('3', of('0002000002330020'))?.field).toBe('processCode');
  expect(scopeFault('4', of('0102030002330020'))?.field).toBe('equipmentUnitCode');
  // A device may stand in the plant as a whole.
  expect(scopeFault('4', of('0000030102330020'))).toBeNull();
});

it('the next verification is so many months later, at the end of a shorter month its last day', () => {
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  expect(addMonths('2025-01-31', 1)).toBe('2025-02-28');
  expect(addMonths('2025-12-31', 2)).toBe('2026-02-28');
  expect(addMonths('2025-08-15', 36)).toBe('2028-08-15');
  expect(addMonths('2025-12-01', 1)).toBe('2026-01-01');
  expect(daysBetween('2025-03-01', '2025-02-28')).toBe(-1);
  expect([91, 90, 31, 30, 1, 0, -5].map(dueStep)).toEqual([null, 90, 90, 30, 30, 0, 0]);
});

it('a credit code bears its check character', () => {
  const body = '91310000607358149';
  const code = body + creditCheck(body);
  expect(creditCodeHolds(code)).toBe(true);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const changed = String((Number(code[at]) + by) % 10);
      expect(creditCodeHolds(code.slice(0, at) + changed + code.slice(at + 1))).toBe(false);
    }),
  );
});

it('a calendar counts overdue verifications in their months, and shows these before the present one', () => {
  const meters = [
    { nextAlignDate: '2026-11-01', days: -19 },
    { nextAlignDate: '2026-08-30', days: -82 },
    { nextAlignDate: '2026-11-25', days: 5 },
    { nextAlignDate: '2027-01-02', days: 43 },
  ];
  const months = dueMonths(meters);
  expect(months).toEqual([
    { month: '2026-08', count: 1, overdue: 1 },
    { month: '2026-11', count: 2, overdue: 1 },
    { month: '2027-01', count: 1, overdue: 0 },
  ]);
  const shown = calendarMonths('2026-11-20', months);
  expect(shown).toHaveLength(13);
  expect(shown.slice(0, 4)).toEqual([
    { month: '2026-08', count: 1, overdue: 1 },
    { month: '2026-11', count: 2, overdue: 1 },
    { month: '2026-12', count: 0, overdue: 0 },
    { month: '2027-01', count: 1, overdue: 0 },
  ]);
  expect(shown.at(-1)?.month).toBe('2027-10');
});

it('an instrument is overdue after the day of its next verification, unless it is out of service', () => {
  const row = { nextAlignDate: '2026-11-20', currentState: '1' };
  expect(overdueDays(row, '2026-11-20')).toBeNull();
  expect(overdueDays(row, '2026-11-23')).toBe(3);
  expect(overdueDays({ ...row, currentState: '3' }, '2026-11-23')).toBeNull();
  expect(overdueDays({ ...row, nextAlignDate: null }, '2026-11-23')).toBeNull();
});
