import { followMeter } from '#feature/recalculation/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const ammeterSlots: Slots = { afterSave: followMeter };
