import { expect, test } from 'vitest';
import type { BatteryBucket, BatteryCycle } from '../contract.ts';
import { chargesOf, cycleDays, depthCounts, dischargesOf, isAlone, wearOf } from './cycles.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string): number => Date.parse(`${text}+08:00`);
const bucket = (label: string, rest: Partial<BatteryBucket>): BatteryBucket => ({
  label,
  from: at(`${label}T00:00:00`),
  to: at(`${label}T24:00:00`),
  charged: null,
  discharged: null,
  efficiency: null,
  cycles: null,
  socMin: null,
  socMax: null,
  soh: null,
  spread: null,
  cellMax: null,
  cellMin: null,
  temperatureMax: null,
  temperatureSpread: null,
  ...rest,
});
const event = (from: string, energy: number, type: BatteryCycle['type'] = 'discharging'): BatteryCycle => ({
  stationId: 1,
  stationName: 'Battery',
  type,
  period: 2,
  from: at(from),
  to: at(from) + 1,
  energy,
  amount: null,
});

const DAYS = cycleDays(
  {
    ratedEnergy: 200,
    buckets: [
      bucket('2024-03-01', { charged: 160, discharged: 150, cycles: 0.75, socMin: 10, socMax: 90 }),
      bucket('2024-03-02', { charged: 20, cycles: 0.25 }),
      bucket('2024-03-03', {}),
    ],
  },
  [event('2024-03-01T10:00:00', 100), event('2024-03-01T23:59:00', 50), event('2024-03-01T01:00:00', 160, 'charging'), event('2024-03-02T00:00:00', 10)],
  ZONE,
); // prettier-ignore

test('a day tells throughput, swing, discharges and the deepest of them; what is not known is not 0', () => {
  expect(DAYS).toMatchObject([
    { throughput: 310, swing: 80, discharges: 2, deepest: 50 },
    { throughput: null, swing: null, discharges: 1, deepest: 5 },
    { throughput: null, cycles: null, discharges: 0, deepest: null },
  ]);
});

const LATER = at('2024-04-01T00:00:00');

test('the charges of a cluster are those of its station, unless that has several', () => {
  const clusters = [{ stationId: 1 }, { stationId: 2 }, { stationId: 2 }];
  expect(clusters.map((one) => isAlone(one, clusters))).toEqual([true, false, false]);
  const theirs = { ...event('2024-03-01T12:00:00', 190), stationId: 2 };
  const own = event('2024-03-01T10:00:00', 50);
  expect(chargesOf({ stationId: 1 }, [own, theirs])).toEqual([own]);
});

test('a day that is not over is no pace', () => {
  expect(wearOf(DAYS, 6000, at('2024-03-02T12:00:00')).perDay).toBe(0.75);
});

test('a discharge that goes on in the next tariff period is one', () => {
  const first = event('2024-03-01T19:00:00', 100);
  const next = { ...event('2024-03-01T19:00:00', 20), from: first.to, to: first.to + 1, period: 3 };
  expect(dischargesOf([next, first])).toMatchObject([{ energy: 120 }]);
  expect(depthCounts([first, next], 200)).toEqual([0, 0, 0, 1, 0]);
});

test('wear is of the days that are known', () => {
  expect(wearOf(DAYS, 6000, LATER)).toEqual({
    perDay: 0.5,
    used: (1 / 6000) * 100,
    years: 6000 / 0.5 / 365.25,
  });
  expect(wearOf(DAYS, null, LATER)).toEqual({ perDay: 0.5, used: null, years: null });
  expect(wearOf(DAYS.slice(2), 6000, LATER)).toEqual({ perDay: null, used: null, years: null });
});

test('discharges are counted by their depth', () => {
  const events = [event('2024-03-01T10:00:00', 39.9), event('2024-03-01T12:00:00', 40), event('2024-03-01T12:00:00', 230), event('2024-03-01T12:00:00', 230, 'charging')]; // prettier-ignore
  expect(depthCounts(events, 200)).toEqual([1, 1, 0, 0, 1]);
  expect(depthCounts(events, null)).toBeNull();
});
