import { expect, test } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { ALWAYS } from '#domain/fold/counting.ts';
import { DAY_MS, QUARTER_MS as Q } from '#domain/time/duration.ts';
import type { Quarter } from './quarters.ts';
import { roundTripOf } from './roundTrip.ts';
import { settleBattery, settlePv } from './settleAsset.ts';
import { FedIn, leftOutOf, type Supply } from './supply.ts';

const kWh = (value: number): bigint => BigInt(value) * 1_000_000n;
const FROM = Date.parse('2024-03-01T00:00:00+08:00');
const tariff = () => ({ period: 3, price: 1_000_000n }) as const;

/** A quarter of an hour, kWh; null = not known. */
const quarter = (i: number, forward: number | null, reverse: number | null): Quarter => ({
  ts: FROM + i * Q,
  forward: forward === null ? null : kWh(forward),
  reverse: reverse === null ? null : kWh(reverse),
  coveredS: 900,
  flags: FLAG.measured,
  solid: true,
});

const meter = (quarters: readonly Quarter[]) => ({ quarters, counting: ALWAYS });
const over = (quarters: number) => ({ from: FROM, to: FROM + quarters * Q });
const LATER = Infinity;

test('of a quarter of which one side is not known neither counts, and it is missing once', () => {
  const known = [quarter(0, 10, 0), quarter(1, 5, null), quarter(2, null, 7), quarter(3, 0, 8)];
  const settled = settleBattery(meter(known), { tariff, wearCost: '0.1' }, over(4), LATER);
  expect([settled.first, settled.second]).toEqual([kWh(10), kWh(8)]);
  expect(settled.lines.map(({ type, quantity }) => [type, quantity])).toEqual([
    ['discharging', kWh(8)],
    ['charging', kWh(10)],
    ['wear', kWh(9)],
  ]);
  expect(settled.coveredS).toBe(1800);
  expect(settled.doubts).toMatchObject([{ reason: 'missing', quarters: 2 }]);
});

test('generation of which nobody knows whether it was used is neither used nor fed in', () => {
  const roof = [
    quarter(0, 10, 0),
    quarter(1, 10, 0),
    quarter(2, 10, 0),
    quarter(3, 10, 0),
    quarter(4, 10, 0),
  ];
  // Fed in 4; no reverse energy; a battery without a reading; more fed in than anything gave; all used.
  const grid = [quarter(0, 0, 4), quarter(1, 0, null), quarter(2, 0, 4), quarter(3, 0, 50), quarter(4, 1, 0)];
  const battery = [quarter(0, 0, 0), quarter(1, 0, 0), quarter(3, 0, 0)];
  const fedIn = new FedIn({ grid, batteries: [meter(battery)], plants: [meter(roof)] });
  const terms = { tariff, fedInAt: (ts: number) => fedIn.of(0, ts), feedInPrice: () => 400_000n };
  const settled = settlePv(meter(roof), terms, over(5), LATER);
  expect([settled.first, settled.used, settled.second]).toEqual([kWh(50), kWh(16), kWh(4)]);
  expect(settled.doubts.map(({ reason, quarters }) => [reason, quarters])).toEqual([
    ['reverse', 1],
    ['neighbour', 1],
    ['contradiction', 1],
  ]);
});

test('a second roof without a reading is no fault of the grid meter', () => {
  const plants = [meter([quarter(0, 10, 0)]), meter([])];
  expect(new FedIn({ grid: [quarter(0, 0, 4)], batteries: [], plants }).of(0, FROM)).toBe('neighbour');
});

test('a battery or a roof that came later takes nothing from what was before', () => {
  const grid = [0, 1, 2, 3].map((i) => quarter(i, 0, 4));
  const roof = meter([0, 1, 2, 3].map((i) => quarter(i, 10, 0)));
  const own = { grid, batteries: [], plants: [roof] };
  // First heard in the middle of the second quarter, then silent.
  const later = { quarters: [quarter(1, 0, 0)], counting: { from: FROM + 1.5 * Q, to: FROM + 3 * Q } };
  const neverHeard = { quarters: [], counting: { from: null, to: Infinity } };
  const fed = (supply: Supply) => [0, 1, 2, 3].map((i) => new FedIn(supply).of(0, FROM + i * Q));
  expect(fed({ ...own, batteries: [later] })).toEqual([kWh(4), kWh(4), 'neighbour', kWh(4)]);
  const lasting = { ...later, counting: { ...later.counting, to: Infinity } };
  expect(fed({ ...own, plants: [roof, lasting, neverHeard] })).toEqual([kWh(4), kWh(4), 'neighbour', 'neighbour']); // prettier-ignore
});

/** Days of 96 quarters: charged by night, given by day at nine tenths; `lost` are not there. */
const days = (count: number, lost: (i: number) => boolean): Quarter[] =>
  Array.from({ length: count * 96 }, (_, i) => i).flatMap((i) =>
    lost(i) ? [] : [quarter(i, i % 96 < 20 ? 10 : 0, i % 96 >= 60 && i % 96 < 80 ? 9 : 0)],
  );
const dayRanges = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ from: FROM + i * DAY_MS, to: FROM + (i + 1) * DAY_MS }));

test('the round trip leaves out days on which the meter was lost while it charged', () => {
  const lost = days(3, (i) => i >= 96 && i < 96 + 20);
  expect(roundTripOf(meter(lost), dayRanges(3), LATER)).toEqual({ efficiency: 90, days: 2, of: 3 });
  const alone = roundTripOf(meter(lost), dayRanges(3).slice(1, 2), LATER);
  expect(alone).toEqual({ efficiency: null, days: 0, of: 1 });
});

test('the round trip is without the day that runs', () => {
  const now = FROM + DAY_MS + 48 * Q;
  const soFar = days(2, (i) => FROM + i * Q >= now);
  expect(roundTripOf(meter(soFar), dayRanges(3), now)).toEqual({ efficiency: 90, days: 1, of: 2 });
});

test('registers on both sides of a gap make a day whole', () => {
  const shared = days(1, () => false).map((one) => ({ ...one, coveredS: 0, flags: FLAG.interpolated }));
  expect(roundTripOf(meter(shared), dayRanges(1), LATER)).toMatchObject({ efficiency: 90, days: 1 });
});

test('quarters that one of both meters did not measure in full prove no demand, and are counted', () => {
  const grid = meter([quarter(0, 10, 0), { ...quarter(1, 90, 0), solid: false }, quarter(4, 10, 0)]);
  const battery = [0, 1, 2, 3].map((i) => quarter(i, 0, 0));
  // 1 not at its ends, 2 and 3 silent, 4 without the battery.
  expect(leftOutOf(grid, battery, over(5), false)).toEqual([
    { reason: 'demandGap', quarters: 4, from: FROM + Q, to: FROM + 5 * Q },
  ]);
  // Windows that slide need no reading at the end of a quarter.
  expect(leftOutOf(grid, battery, over(5), true)).toMatchObject([{ quarters: 3, from: FROM + 2 * Q }]);
  expect(leftOutOf(meter(battery), battery, over(4), false)).toEqual([]);
});
