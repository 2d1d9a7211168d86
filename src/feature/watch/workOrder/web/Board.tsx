import { useQuery } from '@tanstack/react-query';
import { WORK_DEMANDS, WORK_ORDER_STATES, type WorkOrderState } from '#contract/workOrder.ts';
import { timeAt } from '#domain/time/text.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { OrderRow } from '../contract.ts';
import { About } from './About.tsx';
import { ordersQuery } from './calls.ts';
import styles from './Order.module.css';
import { useOrderTexts } from './useOrderTexts.ts';

/** What is over is in the list. */
const COLUMNS: readonly WorkOrderState[] = ['new', 'assigned', 'working', 'done'];
/** So many cards a column shows. */
const MOST = 50;

export interface BoardProps {
  readonly query: Readonly<Record<string, string | number>>;
  readonly onOpen: (id: number) => void;
}

/** Open work by state, from left to right as it goes on; the most urgent at the top. */
export function Board({ query, onOpen }: BoardProps) {
  return (
    <div className={styles.board}>
      {COLUMNS.map((state) => (
        <Column key={state} state={state} query={query} onOpen={onOpen} />
      ))}
    </div>
  );
}

function Column({ state, query, onOpen }: BoardProps & { readonly state: WorkOrderState }) {
  const t = useOrderTexts();
  const say = useText();
  const { data, error, refetch } = useQuery(ordersQuery({ ...query, states: state, pageSize: MOST }));
  const total = data?.pagination.total ?? null;
  return (
    <section className={styles.column} aria-label={say(WORK_ORDER_STATES[state])}>
      <header>
        <h2>{say(WORK_ORDER_STATES[state])}</h2>
        <span>{total ?? ''}</span>
      </header>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />
      ) : !data ? (
        <LoadingState height={120} />
      ) : data.list.length === 0 ? (
        <p className={styles.quiet}>{t('noneIn')}</p>
      ) : (
        <ul>
          {data.list.map((row) => (
            <li key={row.workOrderId}>
              <Card row={row} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {total !== null && total > MOST && <p className={styles.quiet}>{t('more', { n: total - MOST })}</p>}
    </section>
  );
}

function Card({ row, onOpen }: { readonly row: OrderRow; readonly onOpen: (id: number) => void }) {
  const t = useOrderTexts();
  const say = useText();
  return (
    <div className={styles.card}>
      <button type="button" className={styles.cardOpen} onClick={() => onOpen(row.workOrderId)}>
        <span className={styles.cardHead}>
          <b>{row.orderName}</b>
          <LevelMark level={row.urgency} />
        </span>
        <span className={styles.cardLine}>
          {[say(WORK_DEMANDS[row.demand]), row.siteName].filter(Boolean).join(' · ')}
        </span>
        <span className={styles.cardLine}>
          <span>{row.assigneeName ?? t('nobody')}</span>
          {row.dueAt !== null && (
            <span className={styles.due}>
              {row.late ? (
                <StatusDot status="alarm" text={`${t('late')} ${timeAt(row.timeZone, row.dueAt)}`} />
              ) : (
                `${t('due')} ${timeAt(row.timeZone, row.dueAt)}`
              )}
            </span>
          )}
        </span>
      </button>
      {(row.objectName ?? row.deviceName ?? row.ammeterName) !== null && (
        <span className={styles.cardLine}>
          <About row={row} />
        </span>
      )}
    </div>
  );
}
