import type { WebSlots } from '#web/resource/slot.ts';

/** Units are an organisation chart: seen as the tree that they are. */
export const slots: WebSlots = { view: 'tree' };
