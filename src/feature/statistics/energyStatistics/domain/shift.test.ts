import { expect, test } from 'vitest';
import { inEnglish, planFault, THREE_SHIFTS } from '#contract/shiftPlan.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { workedShifts } from './shift.ts';

const shanghai = zoneOf('Asia/Shanghai');

test('a shift belongs to the day on which it begins, crews take turns from the first day of the version', () => {
  const plan = {
    ...THREE_SHIFTS,
    cycle: [
      ['A', 'B', 'C'],
      ['B', 'C', null],
    ],
  };
  const worked = workedShifts(shanghai, [{ validFrom: '2024-02-28', plan }], '2024-02-27', '2024-03-01');
  expect(worked.map(({ date, crew }) => `${date} ${crew}`)).toEqual([
    '2024-02-28 A',
    '2024-02-28 B',
    '2024-02-28 C',
    '2024-02-29 B',
    '2024-02-29 C',
    '2024-02-29 null',
    '2024-03-01 A',
    '2024-03-01 B',
    '2024-03-01 C',
  ]);
  const [morning, middle] = worked;
  expect(morning?.from).toBe(Date.UTC(2024, 1, 28, 0));
  expect(middle?.to).toBe(Date.UTC(2024, 1, 28, 16));
});

test('the newest version that has begun holds', () => {
  const day = { shifts: [{ name: 'day', begin: '08:00', end: '08:00' }] };
  const worked = workedShifts(
    shanghai,
    [
      { validFrom: '2024-05-02', plan: day },
      { validFrom: '2024-01-01', plan: THREE_SHIFTS },
    ],
    '2024-05-01',
    '2024-05-02',
  );
  expect(worked.map((one) => one.shift)).toEqual(['早班', '中班', '夜班', 'day']);
  const last = worked.at(-1);
  expect((last?.to ?? 0) - (last?.from ?? 0)).toBe(24 * HOUR);
});

test('a plan of a site takes no day before it from the plan of all', () => {
  const day = { shifts: [{ name: 'day', begin: '08:00', end: '08:00' }] };
  const own = [{ validFrom: '2024-05-02', plan: day }];
  const general = [{ validFrom: '2024-05-01', plan: THREE_SHIFTS }];
  const worked = workedShifts(shanghai, own, '2024-04-30', '2024-05-03', general);
  expect(worked.map((one) => `${one.date} ${one.shift}`)).toEqual([
    '2024-05-01 早班',
    '2024-05-01 中班',
    '2024-05-01 夜班',
    '2024-05-02 day',
    '2024-05-03 day',
  ]);
});

test('where clocks change, a shift is as long as it really was', () => {
  const night = { shifts: [{ name: 'night', begin: '22:00', end: '06:00' }] };
  const worked = workedShifts(
    zoneOf('Europe/Berlin'),
    [{ validFrom: '2024-01-01', plan: night }],
    '2024-03-30',
    '2024-03-31',
  );
  expect(worked.map(({ from, to }) => (to - from) / HOUR)).toEqual([7, 8]);
});

test('sums are by name: no two shifts or crews are called alike in either language', () => {
  const [first, second] = THREE_SHIFTS.shifts;
  const shifts = [first!, { ...second!, nameEn: 'Morning shift' }];
  expect(planFault(THREE_SHIFTS)).toBeUndefined();
  expect(planFault({ shifts })).toMatchObject({ en: 'two shifts are named Morning shift' });
  const cycle = [['甲班', '乙班', 'constructor']];
  const crews = { ...THREE_SHIFTS, cycle };
  expect(planFault({ ...crews, crewsEn: { 甲班: 'A', 乙班: 'A' } })).toMatchObject({
    en: 'two crews are named A',
  });
  expect(inEnglish({ ...crews, crewsEn: { 甲班: 'A' } }).cycle).toEqual([['A', '乙班', 'constructor']]);
});
