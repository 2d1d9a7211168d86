import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { Page } from '#contract/envelope.ts';
import kit from './kit.module.css';
import cards from '#web/resource/ResourceCards.module.css';
import styles from '#web/resource/ResourceTable.module.css';
import { TableFoot } from '#web/resource/TableFoot.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LoadingState } from './LoadingState.tsx';
import { Table, type TableColumn } from './Table.tsx';
import { ScrollArea } from './ScrollArea.tsx';
import { useNarrow } from './useNarrow.ts';

export interface ListTableProps<R> {
  /** What the list is of, read out. */
  readonly label: string;
  /** The first names the row: on a narrow screen it heads the card. */
  readonly columns: readonly TableColumn<R>[];
  /** Undefined while they are fetched. */
  readonly rows: readonly R[] | undefined;
  readonly keyOf: (row: R, index: number) => string | number;
  readonly error?: Error | null;
  readonly onRetry?: () => void;
  /** An answer for other filters is still shown. */
  readonly waiting?: boolean;
  readonly total: number | null;
  /** Null: the rows are all there are, and few; the list has no foot. */
  readonly page: { readonly current: number; readonly size: number } | null;
  readonly onPage: (current: number, size: number) => void;
  /** In place of rows where there is none. */
  readonly empty: ReactNode;
  readonly actionsOf?: (row: R) => ReactNode;
  /** At the left of the foot. */
  readonly foot?: ReactNode;
}

/** What a list shows of the answer to a paged question. */
export const answerOf = <R,>(answer: UseQueryResult<Page<R>, Error>) => ({
  rows: answer.data?.list,
  error: answer.error,
  onRetry: () => void answer.refetch(),
  waiting: answer.isPlaceholderData,
  total: answer.data?.pagination.total ?? null,
});

/** Leads a page beyond the end (the list has become shorter) back to the last one. */
function useWithinEnd<R>({ rows, waiting, total, page, onPage }: ListTableProps<R>): void {
  const last = page && total !== null ? Math.max(1, Math.ceil(total / page.size)) : null;
  const beyond = rows?.length === 0 && !waiting && page !== null && last !== null && page.current > last;
  const size = page?.size ?? 0;
  useEffect(() => {
    if (beyond && last !== null) onPage(last, size);
  }, [beyond, last, size, onPage]);
}

/** A paged list that is no uniform resource: a table, cards on a narrow screen. Needs antd (the pages at its foot). */
export function ListTable<R>(props: ListTableProps<R>) {
  useWithinEnd(props);
  const narrow = useNarrow();
  const { rows, error } = props;
  const body = error ? (
    <ErrorState what={error.message} {...(props.onRetry ? { onRetry: props.onRetry } : {})} height={200} />
  ) : !rows ? (
    <LoadingState height={200} />
  ) : rows.length === 0 ? (
    props.empty
  ) : narrow ? (
    <Cards {...props} rows={rows} />
  ) : (
    <Rows {...props} rows={rows} />
  );
  return (
    <>
      {body}
      {props.page && (
        <TableFoot total={props.total} page={props.page} narrow={narrow} onPage={props.onPage}>
          {props.foot}
        </TableFoot>
      )}
    </>
  );
}

type Filled<R> = ListTableProps<R> & { readonly rows: readonly R[] };

function Rows<R>({ label, columns, rows, keyOf, waiting, actionsOf }: Filled<R>) {
  const actions: TableColumn<R>[] = actionsOf
    ? [{ key: 'actions', title: '', className: styles.actions, render: actionsOf }]
    : [];
  return (
    <ScrollArea label={null} className={styles.scroll}>
      <Table<R>
        look="list"
        label={label}
        columns={[...columns, ...actions]}
        rows={rows}
        keyOf={keyOf}
        busy={waiting}
      />
    </ScrollArea>
  );
}

function Cards<R>({ label, columns, rows, keyOf, waiting, actionsOf }: Filled<R>) {
  const [title, ...rest] = columns;
  return (
    <ul className={`${kit.list} ${cards.cards} ${waiting ? cards.waiting : ''}`} aria-label={label}>
      {rows.map((row, index) => (
        <li key={keyOf(row, index)}>
          <header>
            <span className={cards.title}>{title?.render(row, index)}</span>
            {actionsOf?.(row)}
          </header>
          <dl>
            {rest.map((column) => (
              <div key={column.key}>
                <dt className={kit.quiet}>
                  {column.title}
                  {column.unit && <> {column.unit}</>}
                </dt>
                <dd>{column.render(row, index)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
