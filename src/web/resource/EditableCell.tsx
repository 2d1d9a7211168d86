import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { Input } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { CellEdit } from './useCellEdit.ts';
import type { Column } from './columns.ts';
import styles from './EditableCell.module.css';
import { kindWebs } from './kinds.ts';
import type { ResourceRow } from './kindWeb.ts';
import type { WebSlots } from './slot.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface EditableCellProps {
  readonly column: Column;
  readonly row: ResourceRow;
  readonly edit: CellEdit;
  readonly slots: WebSlots;
  /** The remark stands over the cell, where there is no room below. */
  readonly above: boolean;
  /** The value as it was. */
  readonly children: ReactNode;
  readonly consumerId: number | null;
  /** Editing has ended here. */
  readonly onDone: () => void;
  /** Save and go to the next or the previous cell. */
  readonly onStep: (step: 1 | -1) => void;
}

/** A cell being edited: Enter saves, Esc cancels, Tab saves and goes on; Shift+Enter leads to the remark. */
export function EditableCell(props: EditableCellProps) {
  const { column, row, edit, slots, above, children, consumerId, onDone, onStep } = props;
  const { name } = column;
  const field = slots.narrow?.(column.field, name, row) ?? column.field;
  const t = useResourceTexts();
  const say = useText();
  const cell = useRef<HTMLTableCellElement>(null);
  const remark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = cell.current?.querySelector<HTMLElement>('input, button');
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, []);
  const save = async (): Promise<void> => {
    if (await edit.save()) onDone();
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    // An open list of options has Enter, Esc and Tab for itself.
    if (event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true') return;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.shiftKey) remark.current?.querySelector('input')?.focus();
    else if (event.key === 'Enter') void save();
    else if (event.key === 'Tab') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      edit.cancel();
      onDone();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { Input: KindInput } = kindWebs[field.kind];
  const problemId = `cell-problem-${row.id}-${name}`;
  return (
    <td
      ref={cell}
      className={`${styles.cell} ${column.pinned ? styles.pinned : ''}`}
      onKeyDownCapture={onKey}
      aria-busy={edit.busy}
    >
      {/* The value keeps the column's width while the input lies over it. */}
      <span className={styles.kept} aria-hidden="true">
        {children}
      </span>
      <div className={styles.input}>
        <KindInput
          inline
          field={field}
          value={edit.draft}
          onChange={edit.change}
          title={row[name] === edit.draft ? row.titles?.[name] : undefined}
          consumerId={consumerId}
          invalid={edit.problem !== null}
          describedBy={edit.problem === null ? undefined : problemId}
          label={say(field.label)}
        />
      </div>
      <div ref={remark} className={`${styles.below} ${above ? styles.above : ''}`}>
        {edit.problem !== null && (
          <p id={problemId} role="alert">
            {edit.problem}
          </p>
        )}
        <div className={styles.line}>
          <Input
            size="small"
            aria-label={t('remarkOfChange')}
            placeholder={t('remarkOfChange')}
            maxLength={255}
            value={edit.remarks}
            onChange={(event) => edit.remark(event.target.value)}
          />
          <Button
            kind="icon"
            aria-label={t('save')}
            title={t('saveKey')}
            disabled={edit.busy}
            onClick={() => void save()}
          >
            <Icon icon={CheckOutlined} />
          </Button>
          <Button
            kind="icon"
            aria-label={t('cancel')}
            title={t('cancelKey')}
            onClick={() => {
              edit.cancel();
              onDone();
            }}
          >
            <Icon icon={CloseOutlined} />
          </Button>
        </div>
      </div>
    </td>
  );
}
