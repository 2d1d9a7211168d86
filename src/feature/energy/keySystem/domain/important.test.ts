import fc from 'fast-check';
import { expect, test } from 'vitest';
import { efficiencyOf, outputIn, strip, thermalKwh } from './important.ts';

test('COP is cold for electricity, specific power is kW for each m³/min', () => {
  // 360 MJ are 100 kWh of cold.
  expect(efficiencyOf('1', 25, 360, '6')).toBeCloseTo(4, 12);
  expect(efficiencyOf('1', 25, 0.36, '17')).toBeCloseTo(4, 12);
  // 120 kWh in an hour for 1200 m³ in this hour: 120 kW for 20 m³/min.
  expect(efficiencyOf('2', 120, 1200, '12')).toBeCloseTo(6, 12);
});

test('nothing is said where one side is missing or of another kind', () => {
  expect(efficiencyOf('1', null, 360, '6')).toBeNull();
  expect(efficiencyOf('1', 0, 360, '6')).toBeNull();
  expect(efficiencyOf('1', 25, 0, '6')).toBeNull();
  expect(efficiencyOf('1', 25, 360, '2')).toBeNull();
  expect(efficiencyOf('2', 25, 360, '6')).toBeNull();
  expect(thermalKwh(1, '12')).toBeNull();
});

test('outputs in other units stand beside each other in one', () => {
  expect(outputIn(0.36, '17', '6')).toBeCloseTo(360, 9);
  expect(outputIn(360, '6', '17')).toBeCloseTo(0.36, 12);
  expect(outputIn(7, '12', '12')).toBe(7);
  expect(outputIn(7, '12', '6')).toBeNull();
});

test('points of a system that stands still lose their PP, weak points are left out', () => {
  const PP = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
  fc.assert(
    fc.property(fc.array(PP), fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }), (values, least) => {
      const points = values.map((value, i) => ({ PP: value, hours: 1, i }));
      const wanted = [];
      for (let i = 0; i < values.length; i++) {
        const next = values[i + 1];
        const value =
          values[i] === 0 && (next === undefined || next === null || next === 0) ? null : values[i];
        if (least === null || (value !== null && (value ?? 0) > least)) wanted.push({ i, PP: value });
      }
      expect(strip(points, least).map(({ i, PP: kept }) => ({ i, PP: kept }))).toEqual(wanted);
    }),
  );
});
