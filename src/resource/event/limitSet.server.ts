import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';
import { limitsChanged } from './alarm.server.ts';
import { limitSet } from './limitSet.ts';

const RISING = ['lowerAlarm', 'lowerWarning', 'upperWarning', 'upperAlarm'] as const;

export const limitSetSlots: Slots = {
  ...limitsChanged('limitSet'),
  beforeSave: async (_call, values, before) => {
    const now: Readonly<Record<string, unknown>> = { ...before, ...values };
    const given = RISING.filter((key) => typeof now[key] === 'number');
    if (given.length === 0)
      throw badInput(
        { zh: '上限：至少填写一个限值', en: 'High warning: give at least one limit' },
        'upperWarning',
      );
    const wrong = given.find((key, i) => i > 0 && Number(now[key]) < Number(now[given[i - 1] as string]));
    const below = wrong && given[given.indexOf(wrong) - 1];
    if (!wrong || !below) return;
    const [high, low] = [limitSet.fields[wrong].label, limitSet.fields[below].label];
    throw badInput(
      {
        zh: `${high.zh}：不能小于${low.zh}`,
        en: `${high.en}: must not lie below the ${low.en.toLowerCase()}`,
      },
      wrong,
    );
  },
};
