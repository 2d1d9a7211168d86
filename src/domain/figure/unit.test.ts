import { expect, test } from 'vitest';
import { unitIn } from './unit.ts';

test('money is written in the language of the screen', () => {
  expect(unitIn('zh', 'CNY')).toBe('元');
  expect(unitIn('zh', 'yuan/kWh')).toBe('元/kWh');
  expect(unitIn('zh', 'yuan/kVA·month')).toBe('元/kVA·月');
  expect(unitIn('en', 'yuan/kW·month')).toBe('CNY/kW·month');
  expect(unitIn('en', '元')).toBe('CNY');
  expect(unitIn('en', 'kgce/万元')).toBe('kgce/10⁴ CNY');
  expect(unitIn('zh', 'kgce/万元')).toBe('kgce/万元');
});

test('formulas carry their index, other units stay', () => {
  expect(unitIn('zh', 'tCO2')).toBe('tCO₂');
  expect(unitIn('en', 'kgCO2/kWh')).toBe('kgCO₂/kWh');
  expect(unitIn('en', 'MWh')).toBe('MWh');
});
