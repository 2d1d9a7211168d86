import type { Text } from '#contract/text.ts';
import type { PointChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#web/ui/number.ts';
import type { AnalysisAnswer } from '../contract.ts';
import { type Analysis, type ChartWords, columnOf } from './analysis.ts';
import { chartOf } from './chartOf.ts';
import { AirConditioning, AirCompression } from './SystemField.tsx';

const empty = {
  why: { zh: '该对象没有此类重点用能系统', en: 'The object has no key energy system of this kind' },
  next: {
    zh: '在“重点用能系统”中新增：它的用电表计和产出表计',
    en: 'Add one under “Key energy systems”: its electricity meter and the meter of what it gives',
  },
} as const;

const Fields = { '1': AirConditioning, '2': AirCompression } as const;

/** The system that a person chose, where one was. */
const chosen: NonNullable<Analysis['more']> = ({ items }) => ({ system: items[0] });

const efficiency = (name: string, title: Text, type: '1' | '2'): Analysis => ({
  name,
  title,
  intervals: ['201', '115', '301', '501'],
  empty,
  Field: Fields[type],
  more: chosen,
  charts: (answer, words) => {
    if (answer.columns.length === 0) return [];
    const draw = (key: string, kind: 'bar' | 'line', color: 'primary' | { series: number }) =>
      chartOf(answer, words.say(columnOf(answer, key).label), [{ key, kind, color, main: true }], words);
    return [
      { ...draw('efficiency', 'line', 'primary') },
      draw('energy', 'bar', { series: 6 }),
      draw('output', 'bar', { series: 3 }),
    ];
  },
  height: 200,
});

export const airCtrlEfficiency = efficiency('airCtrlEfficiency', { zh: '空调能效分析', en: 'Air conditioning efficiency' }, '1'); // prettier-ignore
export const airZipEfficiency = efficiency('airZipEfficiency', { zh: '空压能效分析', en: 'Compressor efficiency' }, '2'); // prettier-ignore

export const airCtrlCompare: Analysis = {
  name: 'airCtrlCompare',
  title: { zh: '空调数据对比', en: 'Air conditioning compared' },
  intervals: ['201', '115', '301', '501'],
  empty,
  charts: (answer, words) =>
    answer.columns.length === 0
      ? []
      : [
          chartOf(
            answer,
            words.say({ zh: '各系统 COP', en: 'COP of each system' }),
            answer.columns
              .slice(1)
              .map(({ key }, i) => ({ key, kind: 'line', color: { series: i + 1 }, main: true })),
            words,
          ),
        ],
};

/** An axis that holds the values, with a tenth of room. */
function axisOver(values: readonly number[], name: string): { name: string; min: number; max: number } {
  const most = Math.max(...values, 0) * 1.1 || 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return { name, min: 0, max: Math.ceil((most / power) * 2) * (power / 2) };
}

/** Output across, efficiency upwards; a colour for each system. */
function scatterOf(answer: AnalysisAnswer, { say }: ChartWords): PointChart {
  const output = columnOf(answer, 'output');
  const column = columnOf(answer, 'efficiency');
  const names = [...new Set(answer.rows.map(({ cells }) => String(cells['name'])))];
  const points = answer.rows.map(({ cells }, row) => ({
    system: String(cells['name']),
    x: Number(cells['output'] ?? 0),
    y: Number(cells['efficiency'] ?? 0),
    value: Number(cells['efficiency'] ?? 0),
    name: String(cells['time']),
    row,
  }));
  return {
    kind: 'points',
    name: say({ zh: '负荷与效率', en: 'Load and efficiency' }),
    scale: scaleFor(column.unit ?? '', []),
    x: axisOver(points.map(({ x }) => x), `${say(output.label)} ${output.unit ?? ''}`), // prettier-ignore
    y: axisOver(points.map(({ y }) => y), say(column.label)), // prettier-ignore
    series: names.map((name, i) => ({
      key: name,
      label: name,
      color: { series: i + 1 },
      points: points.filter(({ system }) => system === name),
    })),
  };
}

export const airCtrlScatter: Analysis = {
  name: 'airCtrlScatter',
  title: { zh: '空调数据散点', en: 'Air conditioning scatter' },
  intervals: ['201', '115', '301'],
  empty,
  height: 380,
  charts: (answer, words) => (answer.columns.length === 0 ? [] : [scatterOf(answer, words)]),
};

/** Values of one unit share a chart. */
const monitor = (name: string, title: Text, type: '1' | '2'): Analysis => ({
  name,
  title,
  intervals: ['115'],
  days: 1,
  empty,
  Field: Fields[type],
  more: chosen,
  height: 180,
  charts: (answer, words) => {
    const units = [...new Set(answer.columns.slice(1).map(({ unit }) => unit ?? ''))];
    return units.map((unit) => {
      const columns = answer.columns.slice(1).filter((column) => (column.unit ?? '') === unit);
      return {
        ...chartOf(
          answer,
          columns.map(({ label }) => words.say(label)).join(' / '),
          columns.map(({ key }, i) => ({ key, kind: 'line', color: { series: i + 1 }, main: true })),
          words,
        ),
        freeAxis: ['V', '℃', 'MPa', ''].includes(unit),
      };
    });
  },
});

export const airCtrlMonitor = monitor('airCtrlMonitor', { zh: '空调数据监测', en: 'Air conditioning monitor' }, '1'); // prettier-ignore
export const airZipMonitor = monitor('airZipMonitor', { zh: '空压数据监测', en: 'Compressor monitor' }, '2');
