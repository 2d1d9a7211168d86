import { forbidden } from '#contract/error.ts';
import type { SlotCall, Slots } from '#server/resource/slot.ts';

/** An enterprise sees its limits; whatever functions its accounts hold, only an operator sets them. */
async function operatorsOnly({ caller }: SlotCall): Promise<void> {
  if (caller.scope !== 'all') throw forbidden();
}

export const orgRestrictSlots: Slots = { beforeSave: operatorsOnly, beforeDelete: operatorsOnly };
