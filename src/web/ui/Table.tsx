import { Fragment, memo, type ReactNode, useEffect, useRef } from 'react';
import { ScrollArea } from './ScrollArea.tsx';
import styles from './Table.module.css';

/** One column: its head, and what a row shows in it. */
export interface TableColumn<R> {
  readonly key: string;
  /** Empty: the head is not read out, unless `label` says what stands below it. */
  readonly title: ReactNode;
  /** Behind the title, quieter. */
  readonly unit?: ReactNode;
  readonly label?: string | undefined;
  /** Numbers stand at the end. */
  readonly end?: boolean | undefined;
  /** Its cells name their rows. */
  readonly rowHead?: boolean | undefined;
  readonly render: (row: R, index: number) => ReactNode;
  /** In full, under the pointer. */
  readonly hint?: ((row: R) => string | undefined) | undefined;
  readonly headHint?: string | undefined;
  /** Of its head and its cells. */
  readonly className?: string | undefined;
  /** Of a cell, by its row. */
  readonly classOf?: ((row: R) => string | undefined) | undefined;
}

/** A cell below the rows. */
interface FootCell {
  readonly content: ReactNode;
  /** Over how many columns it reaches; 1 where it is not said. */
  readonly span?: number | undefined;
  readonly end?: boolean | undefined;
  readonly rowHead?: boolean | undefined;
  readonly hint?: string | undefined;
  readonly className?: string | undefined;
}

/** What a row is besides its cells. */
interface RowState {
  readonly className?: string | undefined;
  readonly selected?: boolean | undefined;
  readonly onClick?: (() => void) | undefined;
}

/**
 * `list`: a page of rows, cut to one line each, head filled. `sheet`: values close together, head filled and always in
 * sight. `rows`: whole sentences, head filled. `lines`: quiet head, lines between rows. `panel`: the same, closed by the
 * panel around it. `small`: beside something else, in small print. `form`: fields side by side.
 */
export type TableLook = 'list' | 'sheet' | 'rows' | 'lines' | 'panel' | 'small' | 'form';

export interface TableProps<R> {
  readonly look: TableLook;
  /** Read out; none where a heading, a caption or the scrolled part says it. */
  readonly label?: string | undefined;
  readonly caption?: ReactNode;
  readonly columns: readonly TableColumn<R>[];
  readonly rows: readonly R[];
  readonly keyOf: (row: R, index: number) => string | number;
  readonly rowOf?: ((row: R, index: number) => RowState) | undefined;
  /** Words across under a row. */
  readonly below?: ((row: R) => ReactNode) | undefined;
  readonly foot?: readonly FootCell[] | undefined;
  /** The rows say by themselves what they are. */
  readonly headless?: boolean | undefined;
  /** Other rows are on their way. */
  readonly busy?: boolean | undefined;
  /** Cells depend on their row and the columns alone, not on its place: of a long list that scrolls only new rows are drawn. */
  readonly steady?: boolean | undefined;
  /** In place of the table where there is no row: a sentence. */
  readonly empty?: ReactNode;
  /** It scrolls by itself, by the keys too; at most `height` high (pixels, or a length of CSS). */
  readonly scroll?:
    { readonly label: string; readonly height?: number | string; readonly framed?: boolean } | undefined;
  /** Says other measures than those of the look: the variables of `Table.module.css`. */
  readonly className?: string | undefined;
  readonly testId?: string | undefined;
}

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;

/** The classes of a table that is written by hand: the grid of a resource. */
export const tableClass = (look: TableLook): string => `${styles.table} ${styles[look]}`;

/**
 * The table of the product. By hand are only the grid of a resource, heat maps, the annual table with three heads and
 * paper; a page of rows with its states is a `ListTable`. On a narrow screen it scrolls inside its panel.
 */
export function Table<R>(props: TableProps<R>) {
  const { look, label, caption, columns, rows, keyOf, rowOf, below, foot, headless, busy, scroll } = props;
  const latest = useRef(rowOf);
  useEffect(() => {
    latest.current = rowOf;
  });
  if (rows.length === 0 && props.empty !== undefined) return props.empty;
  const table = (
    <table
      className={classes(styles.table, styles[look], busy && styles.busy, props.className)}
      aria-label={label}
      aria-busy={busy}
      data-testid={props.testId}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      {!headless && <Head columns={columns} />}
      <tbody>
        {rows.map((row, index) => {
          const { selected, className, onClick } = rowOf?.(row, index) ?? {};
          const words = below?.(row);
          return (
            <Fragment key={keyOf(row, index)}>
              <Row<R>
                {...{ columns, row, index, className, selected }}
                steady={props.steady === true}
                click={onClick && ((one, at) => latest.current?.(one, at).onClick?.())}
              />
              {words && (
                <tr>
                  <td colSpan={columns.length} className={styles.below}>
                    {words}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
      {foot && <Foot cells={foot} />}
    </table>
  );
  if (!scroll) return table;
  return (
    <ScrollArea
      label={scroll.label}
      className={classes(styles.scroll, scroll.framed && styles.framed)}
      {...(scroll.height === undefined ? {} : { style: { maxHeight: scroll.height } })}
    >
      {table}
    </ScrollArea>
  );
}

function Head<R>({ columns }: Pick<TableProps<R>, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, title, unit, label, end, headHint, className }) => (
          <th
            key={key}
            scope="col"
            className={classes(end && styles.end, className)}
            aria-label={label}
            aria-hidden={title === '' && label === undefined ? true : undefined}
            title={headHint}
          >
            {title}
            {unit && <span className={styles.unit}> {unit}</span>}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps<R> {
  readonly columns: readonly TableColumn<R>[];
  readonly row: R;
  readonly index: number;
  readonly className: string | undefined;
  readonly selected: boolean | undefined;
  readonly steady: boolean;
  readonly click: ((row: R, index: number) => void) | undefined;
}

function PlainRow<R>({ columns, row, index, className, selected, click }: RowProps<R>) {
  return (
    <tr className={className} aria-selected={selected} onClick={click && (() => click(row, index))}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} index={index} />
      ))}
    </tr>
  );
}

/** What a click does is asked for when it comes, so that a row that stands does the latest. */
const Row = memo(
  PlainRow,
  (before, after) =>
    after.steady &&
    before.row === after.row &&
    before.columns === after.columns &&
    before.className === after.className &&
    before.selected === after.selected,
) as typeof PlainRow;

interface CellProps<R> {
  readonly column: TableColumn<R>;
  readonly row: R;
  readonly index: number;
}

function Cell<R>({ column, row, index }: CellProps<R>) {
  const { rowHead, end, className, classOf, hint, render } = column;
  const Tag = rowHead ? 'th' : 'td';
  return (
    <Tag
      {...(rowHead ? { scope: 'row' } : {})}
      className={classes(end && styles.end, className, classOf?.(row))}
      title={hint?.(row)}
    >
      {render(row, index)}
    </Tag>
  );
}

function Foot({ cells }: { readonly cells: readonly FootCell[] }) {
  return (
    <tfoot>
      <tr>
        {cells.map(({ content, span, end, rowHead, hint, className }, i) => {
          const Tag = rowHead ? 'th' : 'td';
          return (
            <Tag
              key={i}
              {...(rowHead ? { scope: 'row' } : {})}
              colSpan={span}
              className={classes(end && styles.end, className)}
              title={hint}
            >
              {content}
            </Tag>
          );
        })}
      </tr>
    </tfoot>
  );
}
