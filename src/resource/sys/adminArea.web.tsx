import type { WebSlots } from '#web/resource/slot.ts';

/** Areas are a tree of three levels. */
export const slots: WebSlots = { view: 'tree' };
