import { orgUnitCheck } from '#feature/countedTwice/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const orgUnitSlots: Slots = { beforeSave: orgUnitCheck };
