import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { Plant } from './plant.ts';
import { steel } from './steel.ts';

const FROM = Date.UTC(2026, 0, 20, 16);
const [FAN, STATION, COMPRESSOR, TRANSFORMER, INCOMER] = ['E-137', 'E-125', 'E-127', 'E-103', 'E-101'] as const; // prettier-ignore
const ABOVE = [TRANSFORMER, INCOMER];

/** A plant that is asked while things are switched in it, as the demonstration's is. */
function lived(): Plant {
  const plant = new Plant(steel, 7, FROM);
  let at = FROM + 3 * QUARTER_MS;
  const then = (minutes: number, code: string, on: boolean): void => {
    at += minutes * MINUTE_MS;
    for (const one of [FAN, COMPRESSOR, ...ABOVE]) plant.reading(one, at, true);
    plant.switch(code, on, at);
  };
  then(4.3, FAN, false);
  then(2.1, COMPRESSOR, false);
  then(11.6, STATION, false);
  then(31, FAN, true);
  then(3, FAN, false);
  then(1.5, FAN, true);
  then(40, COMPRESSOR, true);
  then(13, STATION, true);
  return plant;
}

describe('loads that are switched', () => {
  const plant = lived();
  const untouched = new Plant(steel, 7, FROM);
  const [first] = plant.switched;
  const TO = FROM + DAY_MS / 2;

  it('is the same whether it was lived through or written down', () => {
    const told = new Plant(steel, 7, FROM, plant.switched);
    for (const { code } of steel.meters)
      for (let t = FROM; t < TO; t += 9 * MINUTE_MS + 7000)
        expect(told.reading(code, t, true)).toEqual(plant.reading(code, t, true));
  });

  it('changes nothing of what was before, nor of what is not above it', () => {
    for (const { code } of steel.meters)
      for (let t = FROM; t < (first?.at ?? 0); t += 23_000)
        expect(plant.register(code, t)).toBe(untouched.register(code, t));
    for (const code of ['E-104', 'E-113', 'E-102'])
      expect(plant.register(code, TO)).toBe(untouched.register(code, TO));
  });

  it('never runs back, active or reactive, and never counts more below a meter than in it', () => {
    for (const code of [FAN, STATION, COMPRESSOR, ...ABOVE]) {
      let last = plant.reading(code, FROM, true);
      for (let t = FROM; t < FROM + 14 * QUARTER_MS; t += 5000) {
        const now = plant.reading(code, t, true);
        expect(now['PP']).toBeGreaterThanOrEqual(last['PP'] ?? 0);
        expect(now['QI']).toBeGreaterThanOrEqual(last['QI'] ?? 0);
        last = now;
      }
    }
    for (let t = FROM; t < FROM + 14 * QUARTER_MS; t += 61_000) {
      const counted = (code: string): number =>
        Math.round((plant.register(code, t + MINUTE_MS) - plant.register(code, t)) * 100);
      const below = steel.meters.filter((one) => one.parent === TRANSFORMER);
      expect(counted(TRANSFORMER)).toBeGreaterThanOrEqual(below.reduce((sum, { code }) => sum + counted(code), 0)); // prettier-ignore
    }
  });

  it('takes the power of what is off from every meter above it, with its losses, and gives it back', () => {
    for (let t = FROM + 3 * QUARTER_MS; t < FROM + 14 * QUARTER_MS; t += 17_000) {
      const power = (of: Plant, code: string): number => of.reading(code, t, false)['PZ'] ?? 0;
      const fan = plant.isOff(FAN, t) ? power(untouched, FAN) : 0;
      const air = plant.isOff(STATION, t)
        ? power(untouched, STATION)
        : plant.isOff(COMPRESSOR, t)
          ? power(untouched, COMPRESSOR) *
            (1 + (steel.meters.find(({ code }) => code === STATION)?.loss ?? 0))
          : 0;
      expect(power(plant, FAN)).toBeCloseTo(power(untouched, FAN) - fan, 1);
      expect(power(plant, STATION)).toBeCloseTo(power(untouched, STATION) - air, 1);
      expect(power(plant, TRANSFORMER)).toBeCloseTo(power(untouched, TRANSFORMER) - 1.006 * (fan + air), 1);
    }
  });

  it('counts no energy while it is off, and as much as before afterwards', () => {
    const [off, on] = plant.switched.filter(({ meter }) => meter === COMPRESSOR);
    expect(plant.register(COMPRESSOR, on?.at ?? 0)).toBe(plant.register(COMPRESSOR, off?.at ?? 0));
    const [q, r] = [FROM + 30 * QUARTER_MS, FROM + 34 * QUARTER_MS];
    for (const code of [FAN, COMPRESSOR, ...ABOVE])
      expect(plant.energy(code, q, r)).toBe(untouched.energy(code, q, r));
  });

  it('moves nothing that stands so already, and no time goes back', () => {
    const own = new Plant(steel, 7, FROM);
    expect(own.switch(FAN, true, FROM + 1000)).toBe(false);
    expect(own.switch(FAN, false, FROM + 2000)).toBe(true);
    expect(own.switch(FAN, true, FROM + 1000)).toBe(false);
    expect(own.switched).toEqual([{ meter: FAN, at: FROM + 2000, on: false }]);
  });
});
