import type { WebSlots } from '#web/resource/slot.ts';

/** Functions are a menu: seen as the tree that they are. */
export const slots: WebSlots = { view: 'tree' };
