import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import EllipsisOutlined from '@ant-design/icons-svg/es/asn/EllipsisOutlined';
import { Dropdown } from 'antd';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { May } from './permissions.ts';
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
}

/** What may be done with one row: edit, delete, and what the resource adds. */
export function RowButtons({ title, may, actions, onEdit, onDelete, onAction }: RowButtonsProps) {
  const t = useResourceTexts();
  const say = useText();
  return (
    <span className={styles.rowButtons}>
      {may('edit') && (
        <Button kind="icon" aria-label={t('editRow', { row: title })} title={t('edit')} onClick={onEdit}>
          <Icon icon={EditOutlined} />
        </Button>
      )}
      {may('del') && (
        <Button
          kind="icon"
          aria-label={t('deleteRow', { row: title })}
          title={t('delete')}
          onClick={onDelete}
        >
          <Icon icon={DeleteOutlined} />
        </Button>
      )}
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
