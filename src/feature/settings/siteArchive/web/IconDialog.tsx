import { callAddress } from '#web/api.ts';
import { PicturesDialog } from '#web/resource/PicturesDialog.tsx';
import { callOf } from '#web/resource/rows.ts';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { useArchiveTexts } from './useArchiveTexts.ts';

const ICONS = { showIcon: 'showIconId', listIcon: 'listIconId', icon: 'iconId' } as const;
type IconName = keyof typeof ICONS;

/** The icons of a type. */
function IconDialog({ resource, row, onClose }: ActionProps) {
  const t = useArchiveTexts();
  const names = (Object.keys(ICONS) as IconName[]).filter((name) => ICONS[name] in resource.fields);
  return (
    <PicturesDialog
      title={t('icons', { name: titleOf(resource, row) })}
      call={callOf(resource, 'edit')}
      id={row.id}
      pictures={names.map((name) => {
        const there = row[ICONS[name]];
        const query = { id: row.id, kind: name, v: String(there) };
        const address = typeof there === 'number' ? callAddress(callOf(resource, 'icon'), query) : null;
        return { name, label: t(name), address };
      })}
      onClose={onClose}
    />
  );
}

export const slots: WebSlots = {
  actions: [{ key: 'icons', label: { zh: '图标', en: 'Icons' }, permission: 'edit', Dialog: IconDialog }],
};
