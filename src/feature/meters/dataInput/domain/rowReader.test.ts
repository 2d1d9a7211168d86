import { expect, it } from 'vitest';
import type { Mapping } from '../contract.ts';
import type { MeterFacts } from './meterFacts.ts';
import { RowReader } from './rowReader.ts';
import { ROW_SENTENCES } from './sentence.ts';

const MAPPING: Mapping = {
  sheet: '',
  headerRow: 1,
  columns: [
    { column: 0, role: 'meterCode' },
    { column: 1, role: 'stamp' },
    { column: 2, role: 'value' },
  ],
  kind: 'register',
  stamp: 'end',
  dateOrder: 'YMD',
  zone: 'Asia/Shanghai',
  decimalSign: '.',
  intervalSeconds: null,
};
const meters = ['a1', 'A1', 'B1'].map((code, i): MeterFacts => ({
  id: i + 1,
  code,
  name: code,
  unit: 'kWh',
}));

const read = (code: string, stamp = '2026-01-02 00:00') =>
  new RowReader(MAPPING, meters, Date.UTC(2026, 5, 1)).read({ number: 2, cells: [code, stamp, '1'] });

it('codes that differ by case alone are told apart, and refused where the file does not', () => {
  expect(read('a1').values).toMatchObject([{ meterId: 1 }]);
  expect(read(' A1 ').values).toMatchObject([{ meterId: 2 }]);
  expect(read('b1').values).toMatchObject([{ meterId: 3 }]);
  expect(read('Ａ1')).toMatchObject({ values: [], faults: [{ reason: ROW_SENTENCES.severalMeters }] });
});

it('a time that tells its own offset is a fault of its row', () => {
  const { values, faults } = read('a1', '2026-01-02T00:00:00Z');
  expect(values).toEqual([]);
  expect(faults[0]?.reason.en).toContain('its own offset');
});
