import { expect, test } from 'vitest';
import { SLOTS } from '#contract/plan.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { planOfDay } from './planOfDay.ts';

const DAY = Date.parse('2026-11-20T00:00:00+08:00');
const ts = Array.from({ length: SLOTS }, (_, q) => DAY + q * QUARTER_MS);
/** Measured until four o'clock: 20 %. */
const soc = ts.map((_, q) => (q < 16 ? 20 : null));
const station = { stationId: 1, energyKwh: 200, powerKw: 100, chargeEfficiency: 1, dischargeEfficiency: 1, socMin: 0.1, socMax: 0.9, transformerKva: null, exportAllowed: false }; // prettier-ignore
/** Charges with so many kW until noon. */
const version = (n: number, kW: number, acceptedAt: number | null, stationId = 1) => ({
  stationId,
  version: n,
  points: Array.from({ length: SLOTS }, (_, q) => (q < 48 ? -kW : 0)),
  acceptedAt: acceptedAt === null ? null : new Date(acceptedAt).toISOString(),
  socStart: 10,
});

test('what a station accepted stands beside what it did, from the quarter in which it held on', () => {
  const plan = planOfDay([station], [version(1, 8, DAY - 1), version(2, 4, DAY + HOUR_MS), version(3, 50, null)], { ts, soc }); // prettier-ignore
  expect(plan?.power.slice(0, 6)).toEqual([-8, -8, -8, -8, -4, -4]);
  expect(plan?.version).toBe(2);
  // 2 kWh of 200 in each quarter from 10 %: 10.5 in the middle of the first.
  expect(plan?.soc[0]).toBe(10.5);
  // The second goes on from what was measured when it began: 11 hours of 1 kWh a quarter.
  expect(plan?.soc[4]).toBe(20.3);
  expect(plan?.soc.at(-1)).toBe(42);
});

test('a version that holds on while the battery charges begins with what it held then, not with the mean of the quarter before', () => {
  const rising = ts.map((_, q) => (q < 16 ? 20 + 6 * q : null));
  const plan = planOfDay([station], [version(1, 8, DAY + HOUR_MS)], { ts, soc: rising });
  // 38 % and 44 % around the hour: 41 % there, and half of what 8 kW bring in a quarter of 200 kWh.
  expect(plan?.soc[4]).toBe(41.5);
});

test('before anything was accepted nothing is planned, and of no plan at all nothing is drawn', () => {
  const plan = planOfDay([station], [version(1, 8, DAY + HOUR_MS)], { ts, soc });
  expect(plan?.power.slice(2, 5)).toEqual([null, null, -8]);
  expect(plan?.soc.slice(2, 5)).toEqual([null, null, 20.5]);
  // Where nobody knows with what it began, nobody knows where it leads.
  const unknown = planOfDay([station], [version(1, 8, DAY + 10 * HOUR_MS)], { ts, soc });
  expect(unknown?.power.at(-1)).toBe(0);
  expect(unknown?.soc.every((value) => value === null)).toBe(true);
  expect(planOfDay([station], [version(1, 8, null)], { ts, soc })).toBeNull();
});

test('plans of two stations are added where both have one, charges weighed by what they hold', () => {
  const other = { ...station, stationId: 2, energyKwh: 600 };
  const both = planOfDay([station, other], [version(1, 8, DAY), version(1, 24, DAY, 2)], { ts, soc });
  const later = planOfDay([station, other], [version(1, 8, DAY), version(1, 24, DAY + QUARTER_MS, 2)], { ts, soc }); // prettier-ignore
  expect(later?.power.slice(0, 2)).toEqual([null, -32]);
  expect(later?.soc.slice(0, 2)).toEqual([null, null]);
  // Each is filled by 2 kWh of 200, or 6 of 600, a quarter.
  expect(both?.soc.slice(0, 2)).toEqual([10.5, 11.5]);
  expect(both?.version).toBeNull();
});

test('a day of 23 hours has as many quarters as it has', () => {
  const plan = planOfDay([station], [version(1, 8, DAY)], { ts: ts.slice(0, 92), soc });
  expect(plan?.power).toHaveLength(92);
});
