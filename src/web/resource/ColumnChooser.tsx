import HolderOutlined from '@ant-design/icons-svg/es/asn/HolderOutlined';
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined';
import { Checkbox, Input } from 'antd';
import { useState, type KeyboardEvent } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Popup } from '#web/ui/Popup.tsx';
import styles from './ColumnChooser.module.css';
import { choiceOf, moveColumn, type Column, type ColumnChoice } from './columns.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ColumnChooserProps {
  readonly columns: readonly Column[];
  /** Null = back to what the definition says. */
  readonly onChange: (choice: ColumnChoice | null) => void;
}

/** Which columns are shown and in which order; a handle moves one by pointer or by the arrow keys. */
export function ColumnChooser({ columns, onChange }: ColumnChooserProps) {
  const t = useResourceTexts();
  return (
    <Popup label={t('columns')} button={<Icon icon={SettingOutlined} />} width={244}>
      {() => <Chooser columns={columns} onChange={onChange} />}
    </Popup>
  );
}

function Chooser({ columns, onChange }: ColumnChooserProps) {
  const t = useResourceTexts();
  const say = useText();
  const [search, setSearch] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const save = (next: readonly Column[]): void => onChange(choiceOf(next));
  const word = search.trim().toLowerCase();
  const listed = columns.filter((c) => say(c.field.label).toLowerCase().includes(word));
  const move = (event: KeyboardEvent<HTMLElement>, name: string): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!step) return;
    event.preventDefault();
    save(moveColumn(columns, name, columns.findIndex((c) => c.name === name) + step));
    // A moved element loses the focus.
    const handle = event.currentTarget;
    requestAnimationFrame(() => handle.focus());
  };
  return (
    <div className={styles.chooser}>
      <Input
        size="small"
        allowClear
        aria-label={t('findColumn')}
        placeholder={t('findColumn')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className={styles.count}>
        {t('columnsShown', { shown: columns.filter((c) => c.shown).length, all: columns.length })}
      </p>
      <ul>
        {listed.map((column) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handle moves it by keyboard
          <li
            key={column.name}
            className={dragged === column.name ? styles.dragged : ''}
            draggable={!column.pinned}
            onDragStart={() => setDragged(column.name)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged === null || dragged === column.name) return;
              save(
                moveColumn(
                  columns,
                  dragged,
                  columns.findIndex((c) => c.name === column.name),
                ),
              );
            }}
          >
            <Checkbox
              checked={column.shown}
              disabled={column.pinned}
              onChange={(event) =>
                save(columns.map((c) => (c.name === column.name ? { ...c, shown: event.target.checked } : c)))
              }
            >
              {say(column.field.label)}
            </Checkbox>
            {column.pinned ? (
              <small>{t('pinned')}</small>
            ) : (
              <button
                type="button"
                className={styles.handle}
                aria-label={t('moveColumn', { column: say(column.field.label) })}
                title={t('moveHint')}
                onKeyDown={(event) => move(event, column.name)}
              >
                <Icon icon={HolderOutlined} size={12} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <footer>
        <Button kind="link" onClick={() => onChange(null)}>
          {t('restoreDefault')}
        </Button>
        <small>{t('savedByItself')}</small>
      </footer>
    </div>
  );
}
