import { badInput } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

export const ammeterRelationSlots: Slots = {
  beforeSave: async (_call, values, before) => {
    const now: Readonly<Record<string, unknown>> = { ...before, ...values };
    if (now['relationType'] !== '1' && now['ammeterId'] === now['relatedAmmeterId'])
      throw badInput(
        { zh: '关联表计：不能是表计自身', en: 'Related meter: must be another meter' },
        'relatedAmmeterId',
      );
  },
};
