import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { choices } from '#field/choices/contract.ts';
import { date } from '#field/date/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Plans of reviews of energy metering (tab 35; JJF 1356, domain notes 2.2). */
export const companyPlaninfo = defineResource({
  name: 'companyPlaninfo',
  area: 'yunshui',
  label: { zh: '审查计划', en: 'Review plans' },
  idName: 'checkPlanId',
  title: 'planName',
  order: '-year',
  unique: [['consumerId', 'year', 'planName']],
  screen: '/Archive/reviewPlan',
  fields: {
    planName: text('计划名称', 'Plan', { max: 60 }),
    planNameEn: secondName(),
    consumerId: consumerId(),
    year: integer('年度', 'Year', { from: 1990, to: 2200, plain: true }),
    state: choice(
      '状态',
      'State',
      {
        draft: { zh: '草稿', en: 'Draft' },
        issued: { zh: '已下达', en: 'Issued' },
        selfInspecting: { zh: '自查中', en: 'Self-inspection' },
        submitted: { zh: '已提交', en: 'Submitted' },
        reviewing: { zh: '审查中', en: 'Under review' },
        rectifying: { zh: '整改中', en: 'Rectification' },
        closed: { zh: '已办结', en: 'Closed' },
        cancelled: { zh: '已取消', en: 'Cancelled' },
      },
      { initial: 'draft', readOnly: true },
    ),
    checkOrg: text('审查组织单位', 'Reviewed by', { max: 60 }),
    leader: text('组长', 'Leader', { max: 20 }),
    members: optional(text('成员', 'Members', { max: 255 })),
    basis: choices(
      '审查依据',
      'Basis',
      {
        1: { zh: '能源计量监督管理办法', en: 'Measures on supervision of energy metering' },
        2: { zh: 'JJF 1356', en: 'JJF 1356' },
        3: { zh: 'GB/T 2589', en: 'GB/T 2589' },
        4: { zh: 'GB 17167', en: 'GB 17167' },
      },
      { hidden: true },
    ),
    startTime: optional(date('开始日期', 'Begins', { ahead: true })),
    endTime: optional(date('结束日期', 'Ends', { ahead: true })),
    remark: remark(),
  },
});
