import { MakeDialog } from '#feature/energy/report/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'make',
      label: { zh: '立即生成', en: 'Generate now' },
      permission: 'view',
      Dialog: MakeDialog,
    },
  ],
};
