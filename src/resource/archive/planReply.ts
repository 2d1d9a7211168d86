import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { REPLY_KINDS } from '#contract/plan.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId } from '../common.ts';

/** What became of one attempt to issue a plan; nobody changes it, the product included. */
export const planReply = defineResource({
  name: 'planReply',
  area: 'archive',
  also: ['sdata/planReply'],
  label: { zh: '下发应答', en: 'Answers to plans' },
  idName: 'planReplyId',
  title: 'planId',
  readOnly: true,
  order: '-endedAt',
  needs: 'storageStation',
  screen: '/SDNGuangchuchong/PlanReply',
  fields: {
    planId: text('计划编号', 'Plan', { max: 40 }),
    consumerId: consumerId(),
    planCurveId: reference('计划曲线', 'Plan curve', 'planCurve'),
    version: integer('版本', 'Version', { plain: true }),
    attempt: integer('第几次', 'Attempt', { plain: true }),
    replyKind: choice('结果', 'Outcome', REPLY_KINDS),
    startedAt: dateTime('开始时间', 'Begun'),
    sentAt: optional(dateTime('发出时间', 'Sent')),
    endedAt: dateTime('结束时间', 'Ended'),
    requestNo: optional(integer('命令编号', 'Number of the command', { plain: true, hidden: true })),
    sentHash: text('发出校验值', 'Hash sent', { max: 64, hidden: true }),
    answer: optional(text('应答原文', 'Answer as it came', { max: 2000, hidden: true })),
  },
});
