import { orgAmmeterCheck } from '#feature/countedTwice/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const orgAmmeterSlots: Slots = { beforeSave: orgAmmeterCheck };
