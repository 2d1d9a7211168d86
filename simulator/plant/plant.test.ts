import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { campus } from './campus.ts';
import { type Reading, withFaults } from './fault.ts';
import { Plant } from './plant.ts';
import { steel } from './steel.ts';

const FROM = Date.UTC(2026, 0, 20, 16);
const TO = FROM + 20 * DAY_MS;

describe('the plant in a box', () => {
  const plant = new Plant(steel, 7, FROM);

  it('has 42 meters on two sites with six energy types, and a campus of 10', () => {
    expect(steel.meters).toHaveLength(42);
    expect(new Set(steel.meters.map((m) => m.site)).size).toBe(2);
    expect(new Set(steel.meters.map((m) => m.dataType)).size).toBe(6);
    expect(campus.meters).toHaveLength(10);
    for (const design of [steel, campus]) {
      const codes = new Set(design.meters.map((m) => m.code));
      expect(codes.size).toBe(design.meters.length);
      for (const unit of design.units)
        for (const code of unit.meters) expect(codes).toContain(code.replace(/^-/, ''));
    }
  });

  it('never counts more below a meter than in it, at any instant', () => {
    for (const meter of steel.meters) {
      const below = steel.meters.filter((m) => m.parent === meter.code);
      if (below.length === 0) continue;
      for (let t = FROM; t < FROM + 3 * DAY_MS; t += 77 * 60_000 + 13_000) {
        const step = 11 * 60_000;
        const counted = (code: string): number =>
          Math.round((plant.register(code, t + step) - plant.register(code, t)) * 100);
        const sum = below.reduce((s, m) => s + counted(m.code), 0);
        expect(counted(meter.code)).toBeGreaterThanOrEqual(sum);
      }
    }
  });

  it('has registers that never run back', () => {
    for (const { code } of steel.meters) {
      let last = 0;
      for (let t = FROM; t < FROM + 2 * DAY_MS; t += 37_000) {
        const register = plant.register(code, t);
        expect(register).toBeGreaterThanOrEqual(last);
        last = register;
      }
    }
  });

  it('is the same for the same seed, however it is asked, and another for another', () => {
    const other = new Plant(steel, 7, FROM);
    const query = other.register('E-101', TO);
    expect(plant.register('E-101', FROM + HOUR_MS)).toBe(other.register('E-101', FROM + HOUR_MS));
    expect(plant.register('E-101', TO)).toBe(query);
    expect(plant.reading('E-104', TO + 15_000, true)).toEqual(other.reading('E-104', TO + 15_000, true));
    expect(new Plant(steel, 8, FROM).register('E-101', TO)).not.toBe(query);
  });

  it('shows power, current, voltage and reactive energy that fit its energy', () => {
    const at = FROM + 5 * DAY_MS;
    const values = plant.reading('E-202', at, true);
    const kwh = plant.energy('E-202', at, at + QUARTER_MS) / 100;
    expect(values['PZ']).toBeCloseTo(kwh * 4, 1);
    const tan = (values['QZ'] ?? 0) / (values['PZ'] ?? 1);
    expect(values['FZ']).toBeCloseTo(1 / Math.hypot(1, tan), 2);
    const volts = ((values['UA'] ?? 0) + (values['UB'] ?? 0) + (values['UC'] ?? 0)) / 3;
    const amps = ((values['IA'] ?? 0) + (values['IB'] ?? 0) + (values['IC'] ?? 0)) / 3;
    const kva = (3 * volts * amps) / 1000;
    expect(Math.abs(kva / ((kwh * 4) / (values['FZ'] ?? 1)) - 1)).toBeLessThan(0.05);
  });

  it('works less at weekends, less when the price is high and little in the overhaul', () => {
    const day = (n: number): number => plant.energy('E-101', FROM + n * DAY_MS, FROM + (n + 1) * DAY_MS);
    // 2026-01-21 is a Wednesday; the 25th to the 29th are the overhaul.
    expect(day(6)).toBeLessThan(day(1) * 0.6);
    expect(day(11)).toBeLessThan(day(15));
    const hour = (n: number, h: number): number =>
      plant.energy('E-202', FROM + n * DAY_MS + h * HOUR_MS, FROM + n * DAY_MS + (h + 1) * HOUR_MS);
    expect(hour(15, 9)).toBeLessThan(hour(15, 13));
  });

  it('has chillers whose cold and electricity tell their performance', () => {
    const site = new Plant(campus, 7, FROM);
    for (const [power, output, best] of [
      ['E-05', 'H-01', 5.6],
      ['E-06', 'H-02', 4.7],
    ] as const) {
      const kwh = site.energy(power, FROM, TO) / 100;
      const gj = site.energy(output, FROM, TO) / 100;
      const cop = (gj * 1000) / 3.6 / kwh;
      expect(cop).toBeGreaterThan(best * 0.75);
      expect(cop).toBeLessThan(best * 1.07);
    }
  });

  it('stays below the rated power', () => {
    for (const { code, ratedPower } of steel.meters) {
      if (ratedPower === undefined) continue;
      for (let t = FROM; t < TO; t += QUARTER_MS)
        expect(plant.energy(code, t, t + QUARTER_MS) / 25).toBeLessThan(ratedPower);
    }
  });
});

describe('faults between meter and platform', () => {
  const readings: Reading[] = Array.from({ length: 200 }, (_, i) => ({
    code: i % 2 ? 'A' : 'B',
    at: FROM + i * QUARTER_MS,
    values: { PP: 100 + i },
  }));

  it('leaves gaps, repeats, delays, resets and drifts, the same for the same seed', () => {
    const faults = {
      gaps: [{ code: 'A', from: FROM + 10 * QUARTER_MS, to: FROM + 20 * QUARTER_MS }],
      duplicates: 0.2,
      late: { share: 0.1, by: 30 },
      resets: [{ code: 'B', at: FROM + 100 * QUARTER_MS, register: 200 }],
      clockDrift: [{ code: 'A', since: FROM + 50 * QUARTER_MS, secondsPerDay: 30 }],
    };
    const sent = withFaults(readings, faults, 3);
    expect(sent).toEqual(withFaults(readings, faults, 3));
    expect(sent.length).toBeGreaterThan(205);
    expect(sent.some((r, i) => i > 0 && r.at < (sent[i - 1]?.at ?? 0))).toBe(true);
    const gap = faults.gaps[0];
    expect(gap && sent.some((r) => r.code === 'A' && r.at >= gap.from && r.at < gap.to)).toBe(false);
    expect(sent.find((r) => r.code === 'B' && r.at === FROM + 102 * QUARTER_MS)?.values['PP']).toBe(2);
    expect(sent.some((r) => r.code === 'A' && r.at % QUARTER_MS !== 0)).toBe(true);
  });

  it('changes nothing when no fault is on', () => {
    expect(withFaults(readings, {}, 3)).toEqual(readings);
  });
});
