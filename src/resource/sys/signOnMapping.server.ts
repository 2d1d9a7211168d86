import { refuseAllButOperators, refuseMoreRoles } from '#feature/house/session/server/slots.ts';
import type { Slots } from '#server/resource/slot.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/** Who says what groups mean gives rights: an operator alone, and none beyond the own ones. */
export const signOnMappingSlots: Slots = {
  beforeSave: async (call, values, before) => {
    refuseAllButOperators(call);
    if ('roleIdList' in values)
      await refuseMoreRoles(call, idsOf(before?.['roleIdList']), idsOf(values['roleIdList']));
  },
  beforeDelete: async (call) => refuseAllButOperators(call),
};
