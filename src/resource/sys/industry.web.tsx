import type { WebSlots } from '#web/resource/slot.ts';

/** Industries are a tree of four levels. */
export const slots: WebSlots = { view: 'tree' };
