import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** The check list of a review plan: a clause, what was found, and how it was corrected (JJF 1356 chapters 4 to 8, annexes). */
export const companyCheckitem = defineResource({
  name: 'companyCheckitem',
  area: 'yunshui',
  label: { zh: '审查条款', en: 'Check items' },
  idName: 'checkItemId',
  title: 'requirement',
  order: 'clauseNo',
  unique: [['checkPlanId', 'clauseNo']],
  screen: '/Archive/checkItem',
  fields: {
    clauseNo: text('条款号', 'Clause', { max: 12, pattern: /^\d{1,2}(\.\d{1,2}){0,3}$/, initial: '4.1' }),
    requirement: text('要求', 'Requirement', { max: 500 }),
    requirementEn: secondName(500),
    checkPlanId: reference('审查计划', 'Review plan', 'companyPlaninfo'),
    consumerId: consumerId(),
    method: choice(
      '审查方式',
      'Method',
      { 1: { zh: '资料审查', en: 'Documents' }, 2: { zh: '现场评审', en: 'On site' } },
      { initial: '1' },
    ),
    finding: optional(text('审查记录', 'Finding', { max: 500 })),
    result: optional(
      choice('结论', 'Result', {
        conform: { zh: '符合', en: 'Conforms' },
        nonconform: { zh: '不符合', en: 'Does not conform' },
        na: { zh: '不适用', en: 'Does not apply' },
      }),
    ),
    severity: optional(
      choice(
        '严重程度',
        'Severity',
        { 1: { zh: '一般', en: 'Minor' }, 2: { zh: '严重', en: 'Severe' } },
        { hidden: true },
      ),
    ),
    rectifyDeadline: optional(date('整改期限', 'Rectify by', { ahead: true, hidden: true })),
    rectifyResult: optional(text('整改结果', 'Rectified', { max: 500, hidden: true })),
    verifiedBy: optional(text('验证人', 'Verified by', { max: 20, hidden: true })),
    remark: remark(),
  },
});
