import { expect, it } from 'vitest';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { flowOf } from '#domain/storage/flow.ts';
import { BATTERY, microgridAt, takenIn } from './microgrid.ts';
import { Microgrid, MICROGRID_METERS } from './microgridMeters.ts';

const FROM = Date.parse('2026-03-01T00:00:00+08:00');
const quarters = Array.from({ length: 60 * 96 }, (_, q) => microgridAt(FROM + q * QUARTER_MS));

it('takes in what it needs in every quarter, feeds nothing back and loses no energy', () => {
  for (const quarter of quarters) {
    const bought = takenIn(quarter);
    expect(bought).toBeGreaterThanOrEqual(0);
    const flow = flowOf({
      pv: BigInt(quarter.pv.reduce((sum, one) => sum + one, 0)),
      discharged: BigInt(quarter.discharged),
      charged: BigInt(quarter.charged),
      bought: BigInt(bought),
      fedIn: 0n,
    });
    expect(flow && flow.pv.load + flow.battery.load + flow.grid.load).toBe(BigInt(quarter.load));
  }
});

it('keeps the battery within its limits, and ends every day as it began it', () => {
  for (const { soc, acCharged, acDischarged } of quarters) {
    expect(soc).toBeGreaterThanOrEqual(BATTERY.socMin * 100 - 0.1);
    expect(soc).toBeLessThanOrEqual(BATTERY.socMax * 100 + 0.1);
    expect(Math.max(acCharged, acDischarged)).toBeLessThanOrEqual(BATTERY.power * 25);
  }
  for (let day = 0; day < 60; day++) expect(quarters[day * 96 + 95]?.soc).toBeCloseTo(10, 0);
});

it('has registers that count what the quarters say, however they are asked', () => {
  const [one, other] = [new Microgrid(FROM), new Microgrid(FROM)];
  const at = FROM + 3 * DAY_MS;
  for (const { code, logger } of MICROGRID_METERS) {
    if (logger) continue;
    const late = one.reading(code, at)['PP'] ?? 0;
    other.reading(code, FROM + DAY_MS + 12_345);
    expect(other.reading(code, at)['PP']).toBe(late);
  }
  const charged = quarters.slice(0, 3 * 96).reduce((sum, quarter) => sum + quarter.charged, 0);
  expect(one.reading('B-01', at)['PP']).toBeCloseTo(charged / 100, 6);
});
