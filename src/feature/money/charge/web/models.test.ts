import { expect, test } from 'vitest';
import type { ChargeChart, ChargeCode, EnergyLine, SeriesType } from '../contract.ts';
import { compareModel, linesModel, stackModel } from './models.ts';

const say = ({ en }: { en: string }): string => en;
const series = (type: SeriesType, dataCode: ChargeCode, values: readonly (number | null)[]) => ({
  type,
  title: { zh: '', en: `type ${type}` },
  dataCode,
  unit: 'CNY',
  from: 0,
  to: 1,
  running: null,
  data: values.map((value, i) => [`0${i}:00`, value] as const),
  total: values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null),
});
const chart = (list: ChargeChart['series']): ChargeChart => ({
  periodCode: '201',
  date: '2024-01-01',
  timeZone: 'Asia/Shanghai',
  series: list,
});

test('a cost is drawn as sharp, peak, flat and valley, in their colours, and what is in none', () => {
  const model = stackModel(
    chart([
      series(1, 'CZ', [10, 20]),
      series(1, 'CZ1', [1, null]),
      series(1, 'CZ2', [null, 20]),
      series(1, 'CZ3', [4, null]),
      series(1, 'CZ4', [3, null]),
      series(2, 'CZ1', [9, 9]),
    ]),
    'CZ',
    'By period',
    say,
    'In none',
  );
  expect(model.series.map(({ label, color, stack, values }) => ({ label, color, stack, values }))).toEqual([
    { label: 'Valley', color: { tariff: 4 }, stack: 'period', values: [3, null] },
    { label: 'Flat', color: { tariff: 3 }, stack: 'period', values: [4, null] },
    { label: 'Peak', color: { tariff: 2 }, stack: 'period', values: [null, 20] },
    { label: 'Sharp', color: { tariff: 1 }, stack: 'period', values: [1, null] },
    { label: 'In none', color: 'text3', stack: 'period', values: [2, null] },
  ]);
});

test('values are laid beside each other, changes stand apart', () => {
  const all = chart([
    series(5, 'CZ', [1]),
    series(10, 'CZ', [2]),
    series(12, 'CZ', [3]),
    series(6, 'CZ', [4]),
  ]);
  expect(compareModel(all, 'CZ', false, '', say).series.map(({ label }) => label)).toEqual([
    'type 5',
    'type 6',
  ]);
  expect(compareModel(all, 'CZ', true, '', say).series.map(({ label }) => label)).toEqual([
    'type 10',
    'type 12',
  ]);
});

test('lines are numbered from 1 as they stand; one that was put together is dashed', () => {
  const line = (ammeterName: string, type: EnergyLine['type']): EnergyLine => ({
    orgId: 0,
    source: 'usage',
    ammeterId: 1,
    ammeterName,
    type,
    canBeOperated: type === null,
    index: 1,
    format: 'yyyy-MM-dd',
    dateRange: ['2026-01-01', '2026-01-02'],
    date: '2026-01-01',
    divisor: 1,
    lineCount: 1,
    beginDate: '2024-01-01',
    endDate: '2024-01-02',
    interval: '301',
    dataCode: 'PP',
    unit: 'kWh',
    timeZone: 'Asia/Shanghai',
    data: [
      [0, 1],
      [86_400_000, null],
    ],
  });
  const { series: drawn } = linesModel('', [line('a', null), line('b', 'average'), line('c', null)], ['x', 'y', 'z'], () => ''); // prettier-ignore
  expect(drawn.map(({ key, label, dashed }) => [key, label, dashed ?? false])).toEqual([
    ['1', 'x', false],
    ['2', 'y', true],
    ['3', 'z', false],
  ]);
});
