import { followCurve } from '#feature/money/price/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const priceCurveSlots: Slots = {
  afterSave: async (call, row, before) => {
    if (before) await followCurve(call, before);
    await followCurve(call, row);
  },
  beforeDelete: followCurve,
};
