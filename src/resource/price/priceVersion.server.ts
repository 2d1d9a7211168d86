import { followPrice } from '#feature/money/price/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const priceVersionSlots: Slots = {
  afterSave: (call, row, before) => followPrice(call, 'priceVersion', before, row),
  beforeDelete: (call, row) => followPrice(call, 'priceVersion', row, null),
};
