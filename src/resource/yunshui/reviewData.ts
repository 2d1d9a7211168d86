import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** Results of reviews (tab 36): the conclusion of a plan with the figures of its report. */
export const reviewData = defineResource({
  name: 'reviewData',
  area: 'yunshui',
  label: { zh: '审查结果', en: 'Review results' },
  idName: 'reviewDataId',
  title: 'reportNo',
  order: '-signDate',
  unique: [['consumerId', 'reportNo']],
  screen: '/Archive/reviewResult',
  fields: {
    reportNo: text('报告编号', 'Report number', { max: 40 }),
    consumerId: consumerId(),
    checkPlanId: reference('审查计划', 'Review plan', 'companyPlaninfo'),
    conclusion: choice(
      '审查结论',
      'Conclusion',
      {
        1: { zh: '通过', en: 'Passed' },
        2: { zh: '整改后通过', en: 'Passed after rectification' },
        3: { zh: '不通过', en: 'Not passed' },
      },
      { initial: '1' },
    ),
    signDate: date('签发日期', 'Signed on'),
    energyTotal: optional(decimal('综合能耗', 'Energy consumption', { from: 0, unit: 'tce', decimals: 4 })),
    energyPerValue: optional(
      decimal('万元增加值能耗', 'Energy intensity of added value', {
        from: 0,
        unit: 'tce/10⁴ yuan',
        decimals: 4,
      }),
    ),
    summary: optional(text('审查概况', 'Summary', { max: 500 })),
    fileId: optional(reference('报告文件', 'Report file', 'fileRecord', { readOnly: true })),
    remark: remark(),
  },
});
