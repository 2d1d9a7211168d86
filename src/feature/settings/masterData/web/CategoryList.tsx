import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { numberOfList } from '../contract.ts';
import type { Category } from './calls.ts';
import styles from './MasterData.module.css';
import { shownName } from '#web/text/secondName.ts';
import { useMasterTexts } from './useMasterTexts.ts';

export interface CategoryListProps {
  readonly rows: readonly Category[];
  readonly selected: number | null;
  readonly onSelect: (id: number) => void;
  /** Null: may not add one. */
  readonly onAdd: (() => void) | null;
}

/** The categories, found by name or code. */
export function CategoryList({ rows, selected, onSelect, onAdd }: CategoryListProps) {
  const t = useMasterTexts();
  const [text, setText] = useState('');
  const word = text.trim().toLowerCase();
  const shown = rows.filter(
    (row) =>
      String(numberOfList(row.code)) === word ||
      `${row.name} ${row.nameEn ?? ''} ${row.code}`.toLowerCase().includes(word),
  );
  return (
    <Panel
      title={t('categories')}
      extra={
        onAdd && (
          <Button kind="link" onClick={onAdd}>
            {t('add')}
          </Button>
        )
      }
    >
      <input
        type="search"
        className={styles.search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.length === 0 && <p className={styles.quiet}>{t('none')}</p>}
      <ul className={styles.list}>
        {shown.map((row) => (
          <li key={row.id}>
            <button type="button" aria-current={row.id === selected} onClick={() => onSelect(row.id)}>
              {shownName(row.name, row.nameEn)}
              <small>
                {[numberOfList(row.code), row.code].filter(Boolean).join(' · ')}
                {row.state !== '1' && ` · ${t('off')}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
