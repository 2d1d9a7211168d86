import type { WebSlots } from '#web/resource/slot.ts';
import { TemplateDialog } from './TemplateDialog.tsx';

/** From a site to its objects, and to what a template brings. */
export const slots: WebSlots = {
  actions: [
    {
      key: 'objects',
      label: { zh: '监测对象', en: 'Monitored objects' },
      permission: 'view',
      run: async (row) => {
        const consumer = Number(row['consumerId']);
        location.hash = `#/SDNEquipment/SDNMonitorObject?consumer=${consumer}&site=${row.id}`;
      },
    },
    {
      key: 'template',
      label: { zh: '套用模板', en: 'Apply template' },
      permission: 'edit',
      Dialog: TemplateDialog,
    },
  ],
};
