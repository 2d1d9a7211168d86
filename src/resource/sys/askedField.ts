import { optional } from '#contract/field.ts';
import { PARAM_TYPES } from '#contract/workflow.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';

/** Type of something that an applicant or a handler fills in. */
export const askedType = () => choice('类型', 'Type', PARAM_TYPES, { initial: 'text' });

/** What may be chosen. */
export const askedOptions = () =>
  optional(
    text('选项', 'Options', {
      max: 500,
      help: { zh: '逗号分隔，仅用于“选项”类型', en: 'With commas between them, for a choice' },
    }),
  );

export const askedRequired = () => flag('必填', 'Required', { initial: true });

/** Place among those beside it. */
export const askedOrder = () => integer('顺序', 'Order', { to: 1000, initial: 1 });
