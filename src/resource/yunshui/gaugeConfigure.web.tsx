import { AlignStateCell, GaugeLifeDialog } from '#feature/archive/meteringArchive/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  cells: { alignState: AlignStateCell },
  actions: [
    {
      key: 'life',
      label: { zh: '履历', en: 'Life' },
      permission: 'view',
      Dialog: GaugeLifeDialog,
    },
  ],
};
