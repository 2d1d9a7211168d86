import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { askedClass } from '#domain/figure/accuracy.ts';
import { SHIPPED_FACTORS } from '#feature/statistics/coefficient/server/shipped.ts';
import { DEVICE_TYPE, energiesOf, METER_TYPES, mayMeasure } from './deviceType.ts';
import {
  ENERGY,
  ENERGY_TYPE_ORDER,
  ENERGY_TYPES,
  energyTypeOf,
  energyTypeOptions,
  GASES,
} from './energyType.ts';
import { COUNTED_TYPES, isEnergy } from './statistics.ts';

const ROWS = Object.values(ENERGY_TYPES);

describe('everything of an energy type stands in its row', () => {
  it('names, order and labels', () => {
    expect(new Set(ENERGY_TYPE_ORDER).size).toBe(ROWS.length);
    expect(Object.values(ENERGY).toSorted()).toEqual(ROWS.map(({ value }) => value).toSorted());
    for (const { value, label } of ROWS) {
      expect(energyTypeOf(value).value).toBe(value);
      expect(energyTypeOptions[value as keyof typeof energyTypeOptions]).toEqual(label);
    }
    expect(energyTypeOf('99')).toBe(energyTypeOf(ENERGY.other));
  });

  it('the meters that may measure it', () => {
    for (const { value, meter } of ROWS)
      for (const device of Object.values(DEVICE_TYPE))
        expect([value, device, mayMeasure(device, value)]).toEqual([value, device, device === meter || device === DEVICE_TYPE.totalAdder]); // prettier-ignore
    expect(METER_TYPES).toEqual(['4', '6', '7', '12', '8', '9', '10']);
    expect(energiesOf(DEVICE_TYPE.gasMeter)).toEqual(['4', '7', '11', '12']);
    expect(energiesOf(DEVICE_TYPE.communicationManager)).toEqual([]);
  });

  it('what is a gas, an energy, and counted', () => {
    for (const { value, gas, noEnergy, made } of ROWS) {
      expect((GASES as readonly string[]).includes(value)).toBe(gas === true);
      expect(isEnergy(value)).toBe(noEnergy !== true);
      expect(COUNTED_TYPES.includes(value)).toBe(noEnergy !== true && made !== true);
    }
    expect(GASES).toEqual(['4', '7', '11', '12']);
    const left = ENERGY_TYPE_ORDER.filter((value) => !COUNTED_TYPES.includes(value));
    expect(left).toEqual(['6', '12', '15', '16', '18', '19', '20']);
  });

  it('accuracy and the factors that the product brings along', () => {
    for (const { value, accuracy, coal, carbon } of ROWS) {
      expect(askedClass(value)).toBe(accuracy ?? 2.5);
      const shipped = (type: '1' | '2'): string[] =>
        SHIPPED_FACTORS.filter((one) => one.dataType === value && one.type === type && one.from === '2000-01-01').map(({ factor }) => factor); // prettier-ignore
      expect(shipped('1')).toEqual(coal === undefined ? [] : [coal]);
      expect(shipped('2')).toEqual(carbon === undefined ? [] : [carbon]);
    }
  });
});

test('codes of energies, devices and intervals are named where they are used', () => {
  const bare = [
    /\b(?:data_?[tT]ype|device_?[tT]ype)\b'?\]?(?:: | [!=]==? | <> | = )'\d{1,2}'/,
    /\b(?:data|device)_type(?: not)? in \('\d/,
    /\bintervals?: (?:z\.enum\()?\[?'[1-6]\d\d'/,
  ];
  const root = new URL('../../', import.meta.url).pathname;
  const found = globSync('{src,simulator}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8');
      return bare.some((one) => one.test(text));
    });
  expect(found.filter((file) => file !== 'simulator/plant/meter.ts')).toEqual([]);
});
