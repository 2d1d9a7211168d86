import { GaugeLifeDialog } from '#feature/meteringArchive/web/GaugeLifeDialog.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'life',
      label: { zh: '履历', en: 'Life' },
      permission: 'view',
      Dialog: GaugeLifeDialog,
    },
  ],
};
