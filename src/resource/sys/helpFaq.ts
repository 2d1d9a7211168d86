import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, state } from '../common.ts';

/** A question that people ask often, with its answer; operators write them, everybody reads them. */
export const helpFaq = defineResource({
  name: 'helpFaq',
  area: 'sys',
  label: { zh: '常见问题', en: 'Questions and answers' },
  idName: 'helpFaqId',
  title: 'question',
  scope: null,
  screen: '/SDNSysAdmin/SDNHelpFaq',
  unique: [['question']],
  fields: {
    question: text('问题', 'Question', { max: 200 }),
    answer: text('回答', 'Answer', { max: 2000 }),
    questionEn: optional(text('英文问题', 'Question in English', { max: 200, hidden: true })),
    answerEn: optional(text('英文回答', 'Answer in English', { max: 2000, hidden: true })),
    ix: integer('顺序', 'Order', { to: 10_000, initial: 1 }),
    state: state(),
    remark: remark(),
  },
});
