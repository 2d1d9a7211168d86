import { Checkbox } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Resource } from '#contract/define.ts';
import type { DataTable, Filter } from '#contract/envelope.ts';
import { useText } from '#web/text/useTexts.ts';
import { stepFrom, type CellAt, type CellEdit } from './cellEdit.ts';
import type { Column } from './columns.ts';
import { EditableCell } from './EditableCell.tsx';
import { kindWebs } from './kinds.ts';
import type { ResourceRow } from './kindWeb.ts';
import type { Density } from './preferences.ts';
import styles from './ResourceTable.module.css';
import { SortHead } from './SortHead.tsx';
import type { WebSlots } from './slot.ts';
import { TitleCell } from './TitleCell.tsx';
import { titleOf } from './target.ts';
import type { TableRow } from './tree.ts';
import { useResourceTexts } from './useResourceTexts.ts';
import { ValueCell } from './ValueCell.tsx';

export interface ResourceTableProps {
  readonly resource: Resource;
  readonly slots: WebSlots;
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  readonly density: Density;
  /** A page of other rows is on its way. */
  readonly waiting: boolean;
  /** Null: the rows stand in a tree and have the tree's order. */
  readonly onSort: ((field: string) => void) | null;
  readonly sorter: DataTable['sorter'];
  /** Null: no filter row. */
  readonly onFilter: ((field: string, filters: readonly Filter[]) => void) | null;
  readonly filters: readonly Filter[];
  readonly consumerId: number | null;
  /** Null: rows cannot be selected. */
  readonly onSelect: ((ids: ReadonlySet<number>) => void) | null;
  readonly selected: ReadonlySet<number>;
  /** Null: cells cannot be edited in place. */
  readonly edit: CellEdit | null;
  readonly onOpen: (row: ResourceRow) => void;
  readonly onToggle: (id: number) => void;
  readonly actionsOf: ((row: ResourceRow) => ReactNode) | null;
  /** In place of rows: why there is none. */
  readonly children?: ReactNode;
}

const cellKey = (at: CellAt): string => `${at.id}:${at.name}`;

/** The table of a list: heads that sort, a row of filters, rows whose cells are edited in place. */
export function ResourceTable(props: ResourceTableProps) {
  const { resource, columns, rows, onSelect, selected, edit, actionsOf } = props;
  const t = useResourceTexts();
  const say = useText();
  const table = useRef<HTMLTableElement>(null);
  const editable = edit
    ? columns.filter((c) => !c.field.readOnly && kindWebs[c.field.kind].column.inline).map((c) => c.name)
    : [];
  const ids = rows.map(({ row }) => row.id);
  const wanted = useRef<CellAt | null>(null);
  // A cell that was edited takes the focus back once it is drawn as a plain cell again.
  const focusCell = (at: CellAt | null = wanted.current): void => {
    wanted.current = at;
    const cell = at && table.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(at)}"]`);
    if (!cell) return;
    cell.focus();
    wanted.current = null;
  };
  useEffect(() => {
    if (wanted.current) focusCell();
  });
  const beginAt = (at: CellAt | null): void => {
    const row = rows.find((one) => one.row.id === at?.id)?.row;
    if (row && at) edit?.begin(row, at.name);
  };
  const goOn = async (at: CellAt, step: 1 | -1): Promise<void> => {
    if (!(await edit?.save())) return;
    const next = stepFrom(at, step, ids, editable);
    if (next) beginAt(next);
    else focusCell(at);
  };
  const onCellKey = (event: KeyboardEvent<HTMLElement>, at: CellAt): void => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      beginAt(at);
      return;
    }
    const across = { ArrowLeft: -1, ArrowRight: 1 } as const;
    const down = { ArrowUp: -1, ArrowDown: 1 } as const;
    if (event.key in across) focusCell(stepFrom(at, across[event.key as keyof typeof across], ids, editable));
    else if (event.key in down) {
      const id = ids[ids.indexOf(at.id) + down[event.key as keyof typeof down]];
      if (id !== undefined) focusCell({ id, name: at.name });
    } else return;
    event.preventDefault();
  };
  const allSelected = ids.length > 0 && ids.every((id) => selected.has(id));
  const select = (some: readonly number[], on: boolean): void => {
    const next = new Set(selected);
    for (const id of some)
      if (on) next.add(id);
      else next.delete(id);
    onSelect?.(next);
  };
  const width = columns.length + (onSelect ? 1 : 0) + (actionsOf ? 1 : 0);
  return (
    <div className={styles.scroll}>
      <table
        ref={table}
        className={`${styles.table} ${styles[props.density] ?? ''} ${props.waiting ? styles.waiting : ''}`}
        aria-label={say(resource.label)}
        aria-busy={props.waiting}
      >
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={styles.check}>
                <Checkbox
                  aria-label={t('selectAll')}
                  checked={allSelected}
                  indeterminate={!allSelected && ids.some((id) => selected.has(id))}
                  onChange={(event) => select(ids, event.target.checked)}
                />
              </th>
            )}
            {columns.map((column) => (
              <SortHead key={column.name} column={column} sorter={props.sorter} onSort={props.onSort} />
            ))}
            {actionsOf && (
              <th scope="col" className={styles.actions}>
                <span className={styles.unseen}>{t('actions')}</span>
              </th>
            )}
          </tr>
          {props.onFilter && (
            <tr className={styles.filters}>
              {onSelect && <td className={styles.check} aria-hidden="true" />}
              {columns.map(({ name, field, pinned }) => {
                const { Filter: KindFilter } = kindWebs[field.kind];
                return (
                  <td key={name} className={pinned ? styles.pinned : ''}>
                    <KindFilter
                      field={field}
                      name={name}
                      filters={props.filters.filter((one) => one.field === name)}
                      onChange={(filters) => props.onFilter?.(name, filters)}
                      label={t('filterBy', { column: say(field.label) })}
                      consumerId={props.consumerId}
                    />
                  </td>
                );
              })}
              {actionsOf && <td className={styles.actions} aria-hidden="true" />}
            </tr>
          )}
        </thead>
        <tbody>
          {props.children && (
            <tr className={styles.instead}>
              <td colSpan={width}>{props.children}</td>
            </tr>
          )}
          {rows.map(({ row, depth, open }, index) => (
            <tr key={row.id} className={selected.has(row.id) ? styles.selected : ''}>
              {onSelect && (
                <td className={styles.check}>
                  <Checkbox
                    aria-label={t('selectRow', { row: titleOf(resource, row) })}
                    checked={selected.has(row.id)}
                    onChange={(event) => select([row.id], event.target.checked)}
                  />
                </td>
              )}
              {columns.map((column) => {
                const at = { id: row.id, name: column.name };
                const mayEdit = editable.includes(column.name);
                if (edit?.at && cellKey(edit.at) === cellKey(at)) {
                  return (
                    <EditableCell
                      key={column.name}
                      column={column}
                      row={row}
                      edit={edit}
                      above={index > 2 && index > rows.length - 3}
                      consumerId={props.consumerId}
                      onDone={() => focusCell(at)}
                      onStep={(step) => void goOn(at, step)}
                    >
                      <ValueCell name={column.name} field={column.field} row={row} slots={props.slots} />
                    </EditableCell>
                  );
                }
                const align = kindWebs[column.field.kind].column.align;
                return (
                  <td
                    key={column.name}
                    className={`${column.pinned ? styles.pinned : ''} ${align === 'end' ? styles.end : ''}`}
                    {...(mayEdit && {
                      tabIndex: index === 0 && column.name === editable[0] ? 0 : -1,
                      'data-cell': cellKey(at),
                      title: t('editHint'),
                      onDoubleClick: () => beginAt(at),
                      onKeyDown: (event: KeyboardEvent<HTMLElement>) => onCellKey(event, at),
                    })}
                  >
                    {column.pinned ? (
                      <TitleCell
                        resource={resource}
                        row={row}
                        depth={depth}
                        open={open}
                        onOpen={props.onOpen}
                        onToggle={props.onToggle}
                      />
                    ) : (
                      <ValueCell name={column.name} field={column.field} row={row} slots={props.slots} />
                    )}
                  </td>
                );
              })}
              {actionsOf && <td className={styles.actions}>{actionsOf(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
