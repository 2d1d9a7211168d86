import { describe, expect, it } from 'vitest';
import { ENERGY_TYPE_ORDER, ENERGY_TYPES } from './energyType.ts';
import type { Field } from './field.ts';
import { kindContracts } from './kinds.ts';
import { priceScheme } from '#resource/price/priceScheme.ts';
import { dataCollectConfigure } from '#resource/yunshui/dataCollectConfigure.ts';

describe('codes of the specification', () => {
  it.each([
    ['collection frequency', dataCollectConfigure.fields.statType, { 0: 'Real time', 1: 'Daily', 2: 'Monthly', 3: 'Yearly' }],
    ['price scheme', priceScheme.fields.schemeType, { 1: 'Unified', 2: 'Custom', 3: 'Guangdong trading' }],
  ] as const)('%s', (_what, field: Field, labels: Readonly<Record<string, string>>) => {
    const { parse, format } = kindContracts[field.kind];
    for (const [code, label] of Object.entries(labels)) {
      expect(parse(code, field)).toBe(code);
      expect(format(code, field, 'en')).toBe(label);
    }
    for (const code of ['4', '9', 'a', '-1']) expect(parse(code, field), code).toBeUndefined();
  }); // prettier-ignore

  it('energy types stand in their order, with their units', () => {
    const reported = ENERGY_TYPE_ORDER.map((value) => {
      const { label, unit } = ENERGY_TYPES[value];
      return `${value} ${label.en} ${unit}`.trim();
    });
    expect(reported).toEqual([
      '1 Electricity kWh',
      '2 Water t',
      '9 Reclaimed water t',
      '4 Natural gas m³',
      '5 Heat supply MJ',
      '6 Cooling supply MJ',
      '7 Artificial gas m³',
      '8 Diesel t',
      '11 Steam m³',
      '12 Compressed air m³',
      '13 Raw coal t',
      '14 Coal powder t',
      '15 Output t',
      '16 Raw material t',
      '17 Thermal power GJ',
      '18 Index',
      '19 Coefficient',
      '20 Cost 元',
      '10 Other tce',
    ]);
    expect(Object.keys(ENERGY_TYPES)).not.toContain('3');
  });
});
