import { defineResource } from '#contract/define.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { COMPARISONS, COUNTED_TYPES, FORM_COLUMNS, STATISTIC_COLUMNS } from '#contract/statistics.ts';
import { choice } from '#field/choice/contract.ts';
import { choices } from '#field/choices/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

const name = (zh: string, en: string) => optional(text(zh, en, { max: 30 }));

/** What the statistics of an enterprise count, show, print and compare; without a row the first values hold. */
export const statisticsCfg = defineResource({
  name: 'statisticsCfg',
  area: 'archive',
  label: { zh: '统计配置', en: 'Statistics settings' },
  idName: 'statisticsCfgId',
  title: 'consumerId',
  screen: '/SDNStatisticsCfg/SDNStatisticsList',
  unique: [['consumerId']],
  fields: {
    consumerId: consumerId(),
    countedTypes: choices('计入综合能耗的能源', 'Energies counted', energyTypeOptions, {
      initial: COUNTED_TYPES,
      help: {
        zh: '由本企业电力转换而来的介质（如压缩空气）计入会重复',
        en: 'A medium made here from electricity, such as compressed air, would count twice',
      },
    }),
    electricityBy: choice(
      '电力折标',
      'Electricity to coal',
      {
        1: { zh: '当量值（系数表）', en: 'By heat value (coefficients)' },
        2: { zh: '等价值', en: 'By what generating it takes' },
      },
      { initial: '1' },
    ),
    equalFactor: decimal('电力等价系数', 'Factor of generation', {
      from: 0,
      to: 1,
      decimals: 6,
      unit: 'kgce/kWh',
      initial: 0.3,
    }),
    procedureKindList: optional(
      references('视为工序的用能单元类型', 'Kinds of unit that are procedures', 'consumerUnitType', {
        whenEmpty: { zh: '全部用能单元', en: 'Every unit' },
        help: { zh: '不选则全部用能单元', en: 'None = every energy-using unit' },
      }),
    ),
    shownColumns: choices('显示的列', 'Columns shown', STATISTIC_COLUMNS, {
      initial: Object.keys(STATISTIC_COLUMNS),
    }),
    reportTitle: optional(text('报表标题', 'Title of the report', { max: 60 })),
    reportBy: choice(
      '报表行',
      'Rows of the report',
      {
        1: { zh: '按月', en: 'Months' },
        2: { zh: '按能源', en: 'Energies' },
        3: { zh: '按下级组织', en: 'Organisations below' },
      },
      { initial: '1' },
    ),
    reportColumns: choices('报表列', 'Columns of the report', FORM_COLUMNS, {
      initial: Object.keys(FORM_COLUMNS),
    }),
    preparedBy: name('制表人', 'Prepared by'),
    checkedBy: name('审核人', 'Checked by'),
    approvedBy: name('批准人', 'Approved by'),
    compareWith: choices('对比', 'Compared with', COMPARISONS, { initial: Object.keys(COMPARISONS) }),
    oddPercent: decimal('异常变化', 'Abnormal from a change of', {
      from: 1,
      to: 1000,
      decimals: 1,
      unit: '%',
      initial: 20,
      help: {
        zh: '同比或环比超过此值的行标为异常',
        en: 'Rows whose change is larger than this are marked',
      },
    }),
    remark: remark(),
  },
});
