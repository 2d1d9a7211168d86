import { MISSING } from '#domain/figure/number.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  cells: {
    // Nine decimals are kept; those that are nought say nothing.
    scale: ({ value }) => (typeof value === 'number' ? value.toFixed(9).replace(/\.?0+$/, '') : MISSING),
  },
};
