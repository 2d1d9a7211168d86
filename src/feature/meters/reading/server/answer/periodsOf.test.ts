import { expect, it } from 'vitest';
import { ENERGY_CODES, codeIndex } from '#contract/dataCode.ts';
import { Calendar } from '#domain/calendar/calendar.ts';
import { GUANGDONG } from '#domain/calendar/preset.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import { lifeOf } from '#domain/ledger/segment.ts';
import { dayOfDate } from '#domain/time/date.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { CodeSet } from '#domain/reading/codeSet.ts';
import type { MeterRow } from '../meterFacts.ts';
import { periodsOf } from './periodsOf.ts';

const zone = zoneOf('Asia/Shanghai');
const hot = new Map([[dayOfDate('2025-05-07'), { hot: true }]]);
const meter: MeterRow = {
  id: 1,
  zone,
  stepMs: 900_000,
  ratedPower: null,
  gapShape: 'time',
  slipMs: 60_000,
  life: lifeOf([]),
  calendar: new Calendar([], [{ name: '广东', from: dayOfDate('2024-01-01'), rules: GUANGDONG }], hot),
  periodSource: 'either',
  pricing: null,
  costed: false,
  inUse: true,
  replaced: false,
  voids: [],
};
const extent = { codes: CodeSet.of([codeIndex('PP')]), span: 0, first: 0, last: 0 };
const bucket = (energies: Readonly<Record<string, bigint>>): Bucket =>
  ({ energies: ENERGY_CODES.map((code) => energies[code] ?? null) }) as unknown as Bucket;

it('names version, rule, kind of day and segments that put each quarter into its period', () => {
  const from = zone.startOfDate(2025, 5, 7);
  const found = periodsOf(meter, extent, bucket({ PP: 30n, PP1: 10_000_000n, PP3: 5_500_000n }), 3, {
    from,
    to: from + 86_400_000,
  });
  expect(found?.by).toBe('calendar');
  expect(found?.parts.map(({ period, energy, clocks }) => [period, energy, clocks.join(' ')])).toEqual([
    [1, 10, '11:00–12:00 15:00–17:00'],
    [2, null, '10:00–11:00 14:00–15:00 17:00–19:00'],
    [3, 5.5, '08:00–10:00 12:00–14:00 19:00–24:00'],
    [4, null, '00:00–08:00'],
  ]);
  expect(found?.rules).toEqual([
    {
      from,
      days: 1,
      text: {
        zh: expect.stringMatching(/^“广东”2024-01-01 起 规则 \d（.*高温日）；当日为工作日、高温日$/),
        en: expect.stringMatching(
          /^“广东” from 2024-01-01, rule \d \(.*hot day\); the day is a working day, hot day$/,
        ),
      },
    },
  ]);
});

it('of a month counts the days of each rule; own registers are told; without periods there is nothing', () => {
  const range = { from: zone.startOfDate(2025, 5), to: zone.startOfDate(2025, 6) };
  const month = periodsOf(meter, extent, bucket({ PP1: 1n }), 4, range);
  expect(month?.rules.map((rule) => rule.days)).toEqual([30, 1]);
  expect(month?.parts).toEqual([{ period: 1, energy: 0.000001, clocks: [] }]);
  const own = { ...extent, codes: CodeSet.of([codeIndex('PP'), codeIndex('PP1')]) };
  expect(periodsOf(meter, own, bucket({ PP1: 1n }), 4, range)?.by).toBe('registers');
  expect(periodsOf({ ...meter, periodSource: 'calendar' }, own, bucket({ PP1: 1n }), 4, range)?.by).toBe('calendar'); // prettier-ignore
  expect(periodsOf(meter, extent, bucket({ PP: 5n }), 4, range)).toBeNull();
});
