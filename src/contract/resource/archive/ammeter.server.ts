import { ammeterCheck } from '#feature/countedTwice/server/public.ts';
import { followMeter } from '#feature/recalculation/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const ammeterSlots: Slots = { beforeSave: ammeterCheck, afterSave: followMeter };
