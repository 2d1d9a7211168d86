import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { INTERVAL } from '#contract/interval.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { addDays } from '#domain/time/date.ts';
import { dateAt, secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { ageText } from '#web/ui/age.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { DayWire, IntervalWire, PointWire } from '../contract.ts';
import type { Change, SignalAddress } from './address.ts';
import { daysQuery, EXPORT_DAYS, intervalsQuery, pointsQuery } from './calls.ts';
import { StateBand } from './StateBand.tsx';
import { StateMark, statusOf, wordOf } from './StateMark.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Signal.module.css';
import { useSignalTexts } from './useSignalTexts.ts';

export interface PointDrawerProps {
  readonly id: number;
  readonly address: SignalAddress;
  readonly onChange: Change;
  readonly onClose: () => void;
}

/** Days that are shown where none are chosen. */
const FIRST_DAYS = 7;
/** Rows of the tables of the drawer. */
const ROWS = 10;

/** One point: its history over some days as a band, by day, and as intervals. */
export function PointDrawer({ id, address, onChange, onClose }: PointDrawerProps) {
  const t = useSignalTexts();
  const found = useQuery(pointsQuery({ id, current: 1, pageSize: 1 }));
  const point = found.data?.list.find((one) => one.signalPointId === id);
  return (
    <Dialog title={point?.pointName ?? t('history')} side="right" width={640} onClose={onClose}>
      {found.error ? (
        <ErrorState what={found.error.message} onRetry={() => void found.refetch()} height={240} />
      ) : point ? (
        <PointBody point={point} now={found.dataUpdatedAt} address={address} onChange={onChange} />
      ) : found.data ? (
        <EmptyState why={t('noMatch')} height={240} />
      ) : (
        <LoadingState height={240} />
      )}
    </Dialog>
  );
}

function PointBody({
  point,
  now,
  address,
  onChange,
}: {
  readonly point: PointWire;
  readonly now: number;
  readonly address: SignalAddress;
  readonly onChange: Change;
}) {
  const today = dateAt(point.timeZone, now);
  const end = address.end ?? today;
  const begin = address.begin ?? addDays(end, 1 - FIRST_DAYS);
  const query = { id: point.signalPointId, begin, end };
  return (
    <div className={kit.stack}>
      <div className={kit.barLoose}>
        <StateMark point={point} now={now} />
        <RangeField
          interval={INTERVAL.day}
          begin={begin}
          end={end}
          today={today}
          onChange={(range) => onChange(range)}
        />
        <ExportMenu call={EXPORT_DAYS} params={query} />
      </div>
      <StateBand point={point} query={query} />
      <DayTable key={`day ${begin} ${end}`} point={point} query={query} />
      <IntervalTable key={`interval ${begin} ${end}`} point={point} query={query} />
    </div>
  );
}

interface TableProps {
  readonly point: PointWire;
  readonly query: { readonly id: number; readonly begin: string; readonly end: string };
}

function DayTable({ point, query }: TableProps) {
  const t = useSignalTexts();
  const say = useText();
  const [page, setPage] = useState({ current: 1, size: ROWS });
  const answer = useQuery(daysQuery({ ...query, current: page.current, pageSize: page.size }));
  return (
    <section className={styles.part}>
      <h3>{t('days')}</h3>
      <ListTable<DayWire>
        {...answerOf(answer)}
        label={t('days')}
        columns={[
          { key: 'date', title: t('day'), render: (row) => row.date },
          ...point.states.map((state) => ({
            key: `state${state.value}`,
            title: say(state),
            unit: 'h',
            end: true,
            render: (row: DayWire) =>
              hours(row.states.find(({ value }) => value === state.value)?.seconds ?? 0),
          })),
          {
            key: 'unknown',
            title: t('unknown'),
            unit: 'h',
            end: true,
            render: (row) => hours(row.unknownSeconds),
          },
          {
            key: 'operations',
            title: t('operations'),
            end: true,
            render: (row) => formatNumber(row.operations, 0),
          },
        ]}
        keyOf={(row) => row.date}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noDay')} height={120} />}
      />
    </section>
  );
}

const hours = (seconds: number): string => formatNumber(seconds / 3600, 2);

function IntervalTable({ point, query }: TableProps) {
  const t = useSignalTexts();
  const say = useText();
  const [page, setPage] = useState({ current: 1, size: ROWS });
  const answer = useQuery(intervalsQuery({ ...query, current: page.current, pageSize: page.size }));
  return (
    <section className={styles.part}>
      <h3>{t('intervals')}</h3>
      <ListTable<IntervalWire>
        {...answerOf(answer)}
        label={t('intervals')}
        columns={[
          { key: 'from', title: t('from'), render: (row) => secondAt(point.timeZone, row.from) },
          {
            key: 'state',
            title: t('state'),
            render: (row) => {
              const word = wordOf(point, row.value);
              return <StatusDot status={statusOf(point, row.value)} text={word ? say(word) : t('unknown')} />;
            },
          },
          {
            key: 'length',
            title: t('length'),
            end: true,
            render: (row) => ageText((row.to - row.from) / 1000),
          },
        ]}
        keyOf={(row) => row.from}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noDay')} height={120} />}
      />
    </section>
  );
}
