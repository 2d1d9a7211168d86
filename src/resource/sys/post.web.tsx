import { PostDialog } from '#feature/settings/post/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

/** A post is read with its replies. */
export const slots: WebSlots = {
  actions: [
    {
      key: 'read',
      label: { zh: '阅读与回复', en: 'Read and reply' },
      permission: 'view',
      Dialog: PostDialog,
    },
  ],
};
