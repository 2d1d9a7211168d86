import { INTERVAL } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import type { Analysis, ChartWords } from '#web/analysisFrame/analysis.ts';
import { chartOf, type DrawnColumn } from '#web/analysisFrame/chartOf.ts';
import type { ChartModel } from '#web/chart/ChartModel.ts';
import { CoalShares } from './CoalShares.tsx';
import { Notes } from './Notes.tsx';
import { UnitField } from './UnitField.tsx';

/** So many bars are told apart. */
const BARS = 30;

/** The chart of those columns that the answer has; the settings may leave some out. */
function chart(
  answer: AnalysisAnswer,
  words: ChartWords,
  name: Text,
  drawn: readonly DrawnColumn[],
): ChartModel[] {
  const there = drawn.filter(({ key }) => answer.columns.some((column) => column.key === key));
  const rows = answer.rows
    .filter((row) => row.key !== 'sum')
    .slice(0, answer.columns[0]?.kind === 'clock' ? undefined : BARS);
  return there.length === 0 ? [] : [chartOf({ ...answer, rows }, words.say(name), there, words)];
}

const COMPREHENSIVE: Text = { zh: '综合能耗', en: 'Comprehensive energy' };
const CARBON: Text = { zh: '碳排放', en: 'Carbon' };
const coal: DrawnColumn = { key: 'coal', kind: 'bar', color: 'primary' };

const both = (answer: AnalysisAnswer, words: ChartWords): ChartModel[] => [
  ...chart(answer, words, COMPREHENSIVE, [coal]),
  ...chart(answer, words, CARBON, [{ key: 'carbon', kind: 'bar', color: { series: 3 } }]),
];

const ranking = (answer: AnalysisAnswer, words: ChartWords): ChartModel[] =>
  chart(answer, words, COMPREHENSIVE, [coal]);

export const overview: Analysis = {
  name: 'statisticsOverview',
  title: { zh: '统计总览', en: 'Overview of statistics' },
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  allEnergies: true,
  height: 220,
  charts: both,
};

export const enterprise: Analysis = {
  name: 'statisticsEnterprise',
  title: { zh: '企业统计', en: 'Statistics by enterprise' },
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  allEnergies: true,
  Panels: CoalShares,
  charts: ranking,
};

export const procedure: Analysis = {
  name: 'statisticsProcedure',
  title: { zh: '工序统计', en: 'Statistics by procedure' },
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  allEnergies: true,
  empty: {
    why: { zh: '还没有可统计的用能单元', en: 'There is no energy-using unit to count' },
    next: {
      zh: '在计量档案的用能单元中新增工序并指定表计，或在计算配置中选择其类型',
      en: 'Add procedures with their meters under energy-using units, or choose their kinds in the settings',
    },
    link: { to: '/SDNEquipment/SDNConsumerUnit', text: { zh: '用能单元', en: 'Energy-using units' } },
  },
  Panels: CoalShares,
  charts: ranking,
};

export const classify: Analysis = {
  name: 'statisticsClassify',
  title: { zh: '分类统计', en: 'Statistics by energy' },
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  allEnergies: true,
  Panels: CoalShares,
  charts: ranking,
};

export const powerOverview: Analysis = {
  ...classify,
  name: 'powerOverview',
  title: { zh: '用能总览', en: 'Energy at a glance' },
  intervals: [INTERVAL.day, INTERVAL.month, INTERVAL.year],
};

const NO_SHIFTS = {
  why: { zh: '该时段没有班次', en: 'No shift is worked in this range' },
  next: { zh: '在班次配置中新增方案', en: 'Add a shift plan under shifts' },
  link: { to: '/SDNPowerAdmin/ClassConfig', text: { zh: '班次配置', en: 'Shifts' } },
};

export const team: Analysis = {
  name: 'statisticsTeam',
  title: { zh: '班组统计', en: 'Statistics by team' },
  intervals: [INTERVAL.day],
  allEnergies: true,
  empty: NO_SHIFTS,
  Panels: CoalShares,
  charts: ranking,
};

export const production: Analysis = {
  name: 'statisticsProduction',
  title: { zh: '产量统计', en: 'Production' },
  intervals: [INTERVAL.month, INTERVAL.year],
  allEnergies: true,
  height: 220,
  charts: (answer, words) => [
    ...chart(answer, words, COMPREHENSIVE, [coal]),
    ...chart(answer, words, { zh: '单位产值能耗', en: 'Energy per output value' }, [
      { key: 'perValue', kind: 'bar', color: { series: 2 } },
    ]),
  ],
};

export const form: Analysis = {
  name: 'statisticsForm',
  title: { zh: '综合能耗报表', en: 'Comprehensive energy report' },
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  allEnergies: true,
  Panels: Notes,
  charts: ranking,
};

export const shift: Analysis = {
  name: 'shift',
  title: { zh: '班次用能', en: 'Energy by shift' },
  intervals: [INTERVAL.day],
  empty: NO_SHIFTS,
  choice: {
    key: 'by',
    label: { zh: '按', en: 'By' },
    options: [
      { value: 'shift', text: { zh: '班次', en: 'Shift' } },
      { value: 'crew', text: { zh: '班组', en: 'Crew' } },
    ],
  },
  charts: (answer, words) =>
    chart(
      answer,
      words,
      { zh: '班次用能', en: 'Energy by shift' },
      answer.columns
        .filter(({ key }) => /^s\d+$/.test(key))
        .map(({ key }, i) => ({ key, kind: 'bar', color: { series: i + 1 }, stack: 'shift' })),
    ),
};

export const standard: Analysis = {
  name: 'unitStandard',
  title: { zh: '单耗对标', en: 'Unit consumption against norms' },
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  allEnergies: true,
  empty: {
    why: { zh: '还没有单耗配置', en: 'There is no unit consumption yet' },
    next: { zh: '在单耗配置中新增产品与定额', en: 'Add a product and its norms under unit consumption' },
    link: { to: '/SDNPowerAdmin/SDNUnitConfig', text: { zh: '单耗配置', en: 'Unit consumption' } },
  },
  Field: UnitField,
  more: ({ items }) => ({ unitConfigId: /^\d+$/.test(items[0] ?? '') ? Number(items[0]) : null }),
  charts: (answer, words) =>
    chart(answer, words, { zh: '单耗', en: 'Unit consumption' }, [
      { key: 'unit', kind: 'bar', color: 'primary' },
      { key: 'limit', kind: 'step', color: { status: 'alarm' } },
      { key: 'access', kind: 'step', color: { status: 'warning' }, dashed: true },
      { key: 'advanced', kind: 'step', color: { status: 'normal' }, dashed: true },
      { key: 'target', kind: 'step', color: 'text2', dashed: true },
    ]),
};
