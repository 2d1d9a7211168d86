import type { WebSlots } from '#web/resource/slot.ts';
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';

/** From a site to its objects, and from and to templates. */
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
    {
      key: 'asTemplate',
      label: { zh: '存为模板', en: 'Save as template' },
      permission: 'edit',
      Dialog: SaveTemplateDialog,
    },
  ],
};
