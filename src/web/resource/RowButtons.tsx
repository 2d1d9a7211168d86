import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import EllipsisOutlined from '@ant-design/icons-svg/es/asn/EllipsisOutlined';
import { Dropdown } from 'antd';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { May } from './usePermissions.ts';
import kit from '#web/ui/kit.module.css';
import styles from './ResourcePage.module.css';
import type { RowAction } from './slot.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface RowButtonsProps {
  readonly title: string;
  readonly may: May;
  readonly actions: readonly RowAction[];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onAction: (action: RowAction) => void;
  /** Buttons with words, at the foot of the detail, in place of icons. */
  readonly wide?: boolean;
}

/** What may be done with one row: edit, delete, and what the resource adds. */
export function RowButtons({ title, may, actions, onEdit, onDelete, onAction, wide }: RowButtonsProps) {
  const t = useResourceTexts();
  const say = useText();
  const kind = wide ? 'default' : 'icon';
  const edit = may('edit') && (
    <Button kind={kind} aria-label={t('editRow', { row: title })} title={t('edit')} onClick={onEdit}>
      <Icon icon={EditOutlined} />
      {wide && t('edit')}
    </Button>
  );
  const del = may('del') && (
    <Button kind={kind} aria-label={t('deleteRow', { row: title })} title={t('delete')} onClick={onDelete}>
      <Icon icon={DeleteOutlined} />
      {wide && t('delete')}
    </Button>
  );
  if (wide) {
    return (
      <span className={kit.wrap}>
        {actions.map((action) => (
          <Button key={action.key} onClick={() => onAction(action)}>
            {say(action.label)}
          </Button>
        ))}
        {del}
        {edit}
      </span>
    );
  }
  return (
    <span className={styles.rowButtons}>
      {edit}
      {del}
      {actions.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: actions.map((action) => ({ key: action.key, label: say(action.label) })),
            onClick: ({ key }) => {
              const chosen = actions.find((action) => action.key === key);
              if (chosen) onAction(chosen);
            },
          }}
        >
          <Button
            kind="icon"
            aria-haspopup="menu"
            aria-label={t('moreActions', { row: title })}
            title={t('more')}
          >
            <Icon icon={EllipsisOutlined} />
          </Button>
        </Dropdown>
      )}
    </span>
  );
}
