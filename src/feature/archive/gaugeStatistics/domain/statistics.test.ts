import { expect, test } from 'vitest';
import { accuracyOf, allocationOf, type Gauge, levelAccuracyOf } from './statistics.ts';

const gauge = (rest: Partial<Gauge> = {}): Gauge => ({
  energyCode: '3300',
  level: '1',
  precision: '0.5S',
  state: '1',
  qualified: true,
  validUntil: '2026-12-31',
  ...rest,
});
const TODAY = '2026-06-30';

test('table B.8 counts what is required, there and valid, and holds it against GB 17167', () => {
  const gauges = [
    gauge(),
    gauge({ validUntil: '2026-06-29' }),
    gauge({ level: '3' }),
    gauge({ level: '3', state: '3' }),
    gauge({ energyCode: '1500', level: '2', qualified: false }),
  ];
  const points = [
    { energyCode: '3300', level: '1' as const },
    ...Array.from({ length: 20 }, () => ({ energyCode: '3300', level: '3' as const })),
    { energyCode: '0100', level: '1' as const },
  ];
  expect(allocationOf(gauges, points, TODAY)).toMatchObject([
    {
      energyCode: '0100',
      level: '1',
      required: 1,
      installed: 0,
      rate: 0,
      least: 100,
      validRate: null,
      verdict: 'notMet',
    },
    {
      energyCode: '1500',
      level: '2',
      required: 0,
      installed: 1,
      rate: null,
      valid: 0,
      verdict: 'notRequired',
    },
    {
      energyCode: '3300',
      level: '1',
      required: 1,
      installed: 2,
      rate: 100,
      valid: 1,
      validRate: 50,
      verdict: 'notMet',
    },
    { energyCode: '3300', level: '3', required: 20, installed: 1, rate: 5, least: 95, verdict: 'notMet' },
  ]);
  expect(allocationOf([gauge()], [{ energyCode: '3300', level: '1' }], TODAY)[0]?.verdict).toBe('met');
  expect(allocationOf([gauge()], [], TODAY)[0]?.verdict).toBe('notRequired');
});

test('table B.9 counts the meters that are accurate enough; a class that nobody knows does not pass', () => {
  const gauges = [gauge(), gauge({ precision: '2.0级' }), gauge({ precision: null }), gauge({ state: '3' })];
  expect(accuracyOf(gauges)).toMatchObject([
    { energyCode: '3300', asked: 1, installed: 3, known: 2, passed: 1 },
  ]);
});

test('table B.9 of a level counts the meters of this level alone', () => {
  const gauges = [
    gauge(),
    gauge({ level: '2' }),
    gauge({ level: '2', precision: '2.0' }),
    gauge({ level: '3' }),
  ];
  const levels = levelAccuracyOf(gauges);
  expect(levels[1]).toMatchObject([{ energyCode: '3300', installed: 1, passed: 1 }]);
  expect(levels[2]).toMatchObject([{ energyCode: '3300', installed: 2, passed: 1 }]);
  expect(levels[4]).toEqual([]);
});
