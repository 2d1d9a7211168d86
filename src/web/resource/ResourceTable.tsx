import { Checkbox } from 'antd';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Resource } from '#contract/define.ts';
import type { DataTable, Filter } from '#contract/envelope.ts';
import { useText } from '#web/text/useTexts.ts';
import { tableClass } from '#web/ui/Table.tsx';
import { alignOf } from './align.ts';
import { BodyRow } from './BodyRow.tsx';
import type { CellEdit } from './useCellEdit.ts';
import { useCellKeys } from './useCellKeys.ts';
import type { Column } from './columns.ts';
import { FilterRow } from './FilterRow.tsx';
import { kindWebs } from './kinds.ts';
import type { ResourceRow } from './kindWeb.ts';
import type { Density } from './preferences.ts';
import styles from './ResourceTable.module.css';
import { SortHead } from './SortHead.tsx';
import type { WebSlots } from './slot.ts';
import type { TableRow } from './tree.ts';
import { useResourceTexts } from './useResourceTexts.ts';

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

/** Marks a box whose content goes on behind its end, so that what sticks to its edge can show it. */
function useMoreMark(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (!outer || !inner) return;
    const mark = (): void => {
      const hidden = outer.scrollWidth - outer.clientWidth - outer.scrollLeft;
      outer.toggleAttribute('data-more', hidden > 1);
    };
    const observer = new ResizeObserver(mark);
    observer.observe(outer);
    observer.observe(inner);
    outer.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      outer.removeEventListener('scroll', mark);
    };
  }, [box, content]);
}

/** The table of a list: heads that sort, a row of filters, rows whose cells are edited in place. */
export function ResourceTable(props: ResourceTableProps) {
  const { resource, columns, rows, onSelect, selected, edit, actionsOf } = props;
  const t = useResourceTexts();
  const say = useText();
  const scroll = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  useMoreMark(scroll, table);
  const editable = edit
    ? columns.filter((c) => !c.field.readOnly && kindWebs[c.field.kind].column.inline).map((c) => c.name)
    : [];
  const keys = useCellKeys(
    table,
    edit,
    rows.map(({ row }) => row),
    columns.map((column) => column.name),
    editable,
    props.onOpen,
  );
  const ids = rows.map(({ row }) => row.id);
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
    <div ref={scroll} className={styles.scroll}>
      <table
        ref={table}
        className={`${tableClass('list')} ${styles.table} ${styles[props.density] ?? ''} ${props.waiting ? styles.waiting : ''}`}
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
              <SortHead
                key={column.name}
                column={column}
                align={alignOf(column, props.slots)}
                sorter={props.sorter}
                onSort={props.onSort}
              />
            ))}
            {actionsOf && (
              <th scope="col" className={styles.actions}>
                <span className={styles.unseen}>{t('actions')}</span>
              </th>
            )}
          </tr>
          {props.onFilter && (
            <FilterRow
              columns={columns}
              filters={props.filters}
              onFilter={props.onFilter}
              consumerId={props.consumerId}
              before={onSelect !== null}
              behind={actionsOf !== null}
            />
          )}
        </thead>
        <tbody>
          {props.children && (
            <tr className={styles.instead}>
              <td colSpan={width}>{props.children}</td>
            </tr>
          )}
          {rows.map(({ row, depth, open }, index) => (
            <BodyRow
              key={row.id}
              resource={resource}
              slots={props.slots}
              columns={columns}
              row={row}
              depth={depth}
              open={open}
              editable={editable}
              first={index === 0}
              low={index > 2 && index > rows.length - 3}
              edit={edit}
              keys={keys}
              consumerId={props.consumerId}
              selected={selected.has(row.id)}
              onSelect={onSelect && ((on) => select([row.id], on))}
              onOpen={props.onOpen}
              onToggle={props.onToggle}
              actions={actionsOf && actionsOf(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
