import { MeterLead, StateLead } from '#feature/meters/collector/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = {
  operatorsOnly: ['relays'],
  actions: [
    {
      key: 'state',
      label: { zh: '状态与试读', en: 'State and trial read' },
      permission: 'view',
      Dialog: StateLead,
    },
    {
      key: 'meters',
      label: { zh: '挂接的表计', en: 'Meters on it' },
      permission: 'view',
      Dialog: MeterLead,
    },
  ],
};
