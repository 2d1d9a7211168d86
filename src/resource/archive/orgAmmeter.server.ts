import { orgAmmeterCheck } from '#feature/meters/countedTwice/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const orgAmmeterSlots: Slots = { beforeSave: orgAmmeterCheck };
