import { INTERVAL } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';
import { type Analysis, columnOf } from '#web/analysisFrame/analysis.ts';
import { chartOf } from '#web/analysisFrame/chartOf.ts';
import { scatterChart } from './scatterChart.ts';
import { AirConditioning, AirCompression } from './SystemField.tsx';

const empty = {
  why: { zh: '该对象没有此类重点用能系统', en: 'The object has no key energy system of this kind' },
  next: {
    zh: '在“重点用能系统”中新增：它的用电表计和产出表计',
    en: 'Add one under “Key energy systems”: its electricity meter and the meter of what it gives',
  },
  link: { to: '/SDNPowerAdmin/SDNKeySystem', text: { zh: '重点用能系统', en: 'Key energy systems' } },
} as const;

const Fields = { '1': AirConditioning, '2': AirCompression } as const;

/** The system that a person chose, where one was. */
const chosen: NonNullable<Analysis['more']> = ({ items }) => ({ system: items[0] });

const efficiency = (name: string, title: Text, type: '1' | '2'): Analysis => ({
  name,
  title,
  intervals: [INTERVAL.hour, INTERVAL.quarter, INTERVAL.day, INTERVAL.month],
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
  intervals: [INTERVAL.hour, INTERVAL.quarter, INTERVAL.day, INTERVAL.month],
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

export const airCtrlScatter: Analysis = {
  name: 'airCtrlScatter',
  title: { zh: '空调数据散点', en: 'Air conditioning scatter' },
  intervals: [INTERVAL.hour, INTERVAL.quarter, INTERVAL.day],
  empty,
  height: 380,
  charts: (answer, words) => (answer.columns.length === 0 ? [] : [scatterChart(answer, words)]),
};

/** Values of one unit share a chart. */
const monitor = (name: string, title: Text, type: '1' | '2'): Analysis => ({
  name,
  title,
  intervals: [INTERVAL.quarter],
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
