import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Projects that save energy (tab 9). */
export const energyConservation = defineResource({
  name: 'energyConservation',
  area: 'yunshui',
  label: { zh: '节能项目', en: 'Energy-saving projects' },
  idName: 'energyConservationId',
  title: 'projectName',
  unique: [['consumerId', 'projectName']],
  screen: '/Archive/energyConservation',
  fields: {
    projectType: text('项目类型', 'Project type', { max: 13 }),
    consumerId: consumerId(),
    projectName: text('项目名称', 'Project', { max: 50 }),
    projectNameEn: secondName(),
    improveMeasure: text('改造措施', 'Measures', { max: 255 }),
    investmentAmount: optional(
      decimal('投资金额（万元）', 'Investment (10,000 yuan)', { from: 0, to: 9_999_999_999 }),
    ),
    projectTimeline: optional(text('项目周期', 'Timeline', { max: 30 })),
    energySavingAmount: optional(
      decimal('节能量', 'Energy saved', { from: 0, to: 9_999_999_999, unit: 'tce/a' }),
    ),
    remark: remark(),
  },
});
