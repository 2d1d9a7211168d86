import { badInput } from '#contract/error.ts';
import { planFault, shiftPlan } from '#contract/shiftPlan.ts';
import type { Slots } from '#server/resource/slot.ts';

export const classConfigSlots: Slots = {
  beforeSave: async (_call, values) => {
    if (values['shifts'] === undefined || values['shifts'] === null) return;
    const fault = planFault(shiftPlan.parse(values['shifts']));
    if (fault) throw badInput({ zh: `班次：${fault.zh}`, en: `Plan: ${fault.en}` }, 'shifts');
  },
};
