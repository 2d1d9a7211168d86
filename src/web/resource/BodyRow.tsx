import { Checkbox } from 'antd';
import { alignOf } from './align.ts';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import { useShownZone } from '#web/session/zone.ts';
import type { CellEdit } from './useCellEdit.ts';
import { cellKey, type CellKeys } from './useCellKeys.ts';
import type { Column } from './columns.ts';
import { EditableCell } from './EditableCell.tsx';
import type { ResourceRow } from './kindWeb.ts';
import styles from './ResourceTable.module.css';
import type { WebSlots } from './slot.ts';
import { TitleCell } from './TitleCell.tsx';
import { titleOf } from './target.ts';
import type { TableRow } from './tree.ts';
import { useResourceTexts } from './useResourceTexts.ts';
import { ValueCell } from './ValueCell.tsx';

export interface BodyRowProps extends TableRow {
  readonly resource: Resource;
  readonly slots: WebSlots;
  readonly columns: readonly Column[];
  /** The columns whose cells are edited in place. */
  readonly editable: readonly string[];
  readonly first: boolean;
  /** There is no room below for what belongs to a cell being edited. */
  readonly low: boolean;
  readonly edit: CellEdit | null;
  readonly keys: CellKeys;
  readonly consumerId: number | null;
  readonly selected: boolean;
  readonly onSelect: ((on: boolean) => void) | null;
  readonly onOpen: (row: ResourceRow) => void;
  readonly onToggle: (id: number) => void;
  readonly actions: ReactNode;
}

/** One row of a table: check box, values, actions. */
export function BodyRow(props: BodyRowProps) {
  const { resource, slots, row, depth, open, editable, edit, keys, consumerId, onSelect, actions } = props;
  const t = useResourceTexts();
  const zone = useShownZone();
  return (
    <tr className={props.selected ? styles.selected : ''}>
      {onSelect && (
        <td className={styles.check}>
          <Checkbox
            aria-label={t('selectRow', { row: titleOf(resource, row, zone) })}
            checked={props.selected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </td>
      )}
      {props.columns.map((column) => {
        const { name, field, pinned } = column;
        const at = { id: row.id, name };
        const value = <ValueCell name={name} field={field} row={row} slots={slots} />;
        if (edit?.at && cellKey(edit.at) === cellKey(at)) {
          return (
            <EditableCell
              key={name}
              column={column}
              row={row}
              edit={edit}
              slots={slots}
              above={props.low}
              consumerId={consumerId}
              onDone={() => keys.focus(at)}
              onStep={(step) => void keys.goOn(at, step)}
            >
              {value}
            </EditableCell>
          );
        }
        const end = alignOf(column, slots) === 'end';
        return (
          <td
            key={name}
            className={`${pinned ? styles.pinned : ''} ${end ? styles.end : ''}`}
            // The first cell takes part in tabbing, from there arrows go on.
            tabIndex={props.first && name === props.columns[0]?.name ? 0 : -1}
            data-cell={cellKey(at)}
            onKeyDown={(event: KeyboardEvent<HTMLElement>) => keys.onKey(event, at)}
            {...(editable.includes(name) && { title: t('editHint'), onDoubleClick: () => keys.begin(at) })}
          >
            {pinned ? (
              <TitleCell
                resource={resource}
                row={row}
                depth={depth}
                open={open}
                onOpen={props.onOpen}
                onToggle={props.onToggle}
              />
            ) : (
              value
            )}
          </td>
        );
      })}
      {actions !== null && <td className={styles.actions}>{actions}</td>}
    </tr>
  );
}
