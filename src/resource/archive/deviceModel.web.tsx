import { MapLead } from '#feature/meters/collector/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  actions: [
    {
      key: 'map',
      label: { zh: '寄存器映射', en: 'Register map' },
      permission: 'view',
      Dialog: MapLead,
    },
  ],
};
