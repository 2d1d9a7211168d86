import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import StarOutlined from '@ant-design/icons-svg/es/asn/StarOutlined';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { SavedView } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './ViewMenu.module.css';

export interface ViewRowProps {
  readonly view: SavedView;
  /** The screen shows it. */
  readonly current: boolean;
  readonly onOpen: () => void;
  readonly onDefault: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One view in the menu: opened by its name; with a star the screen opens with it; one's own can be changed. */
export function ViewRow({ view, current, onOpen, onDefault, onEdit, onRemove }: ViewRowProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('savedView');
  const named = (what: string) => ({ 'aria-label': `${what}: ${view.name}`, title: what });
  return (
    <li className={styles['row']}>
      <button type="button" className={styles['open']} aria-current={current} onClick={onOpen}>
        <span className={styles['mark']}>{current && <Icon icon={CheckOutlined} size={12} />}</span>
        <span className={kit.clip} title={view.name}>
          {view.name}
        </span>
        {(view.shared || !view.own) && (
          <span className={styles['hint']}>
            {view.own ? t('isShared') : t('sharedBy', { owner: view.owner })}
          </span>
        )}
      </button>
      <Button
        kind="icon"
        aria-pressed={view.isDefault}
        {...named(view.isDefault ? t('noDefault') : t('makeDefault'))}
        className={view.isDefault ? styles['first'] : undefined}
        onClick={onDefault}
      >
        <Icon icon={view.isDefault ? StarFilled : StarOutlined} />
      </Button>
      {view.own && (
        <>
          <Button kind="icon" {...named(t('edit'))} onClick={onEdit}>
            <Icon icon={EditOutlined} />
          </Button>
          <Button kind="icon" {...named(t('remove'))} onClick={onRemove}>
            <Icon icon={DeleteOutlined} />
          </Button>
        </>
      )}
    </li>
  );
}
