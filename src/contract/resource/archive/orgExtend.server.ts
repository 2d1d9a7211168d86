import { checkExtendRow } from '#feature/monitorObject/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const orgExtendSlots: Slots = {
  beforeSave: (call, values, before) => checkExtendRow(call, { ...before, ...values }),
};
