import { SecretDialog } from '#feature/watch/control/web/public.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'secret',
      label: { zh: '表计密码', en: 'Password of the meter' },
      permission: 'edit',
      Dialog: SecretDialog,
    },
  ],
};
