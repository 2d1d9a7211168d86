import type { ResourceRow } from '#web/resource/kindWeb.ts';
import type { RowAction, WebSlots } from '#web/resource/slot.ts';

/** A list that belongs to a device, at its own address. */
const list = (key: string, page: string, zh: string, en: string): RowAction => ({
  key,
  label: { zh, en },
  permission: 'view',
  run: async (row: ResourceRow) => {
    const filter = encodeURIComponent(JSON.stringify([['deviceId', 'eq', row.id]]));
    location.hash = `#/SDNEquipment/${page}?f=${filter}`;
  },
});

export const slots: WebSlots = {
  actions: [
    list('files', 'SDNDeviceFile', '文件', 'Files'),
    list('trace', 'SDNDeviceTrace', '履历', 'Life'),
    list('extend', 'SDNDeviceExtend', '参数', 'Facts'),
  ],
};
