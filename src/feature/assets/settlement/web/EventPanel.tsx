import { unitText } from '#web/ui/unit.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDifference, formatFull, MISSING } from '#domain/figure/number.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { eventsQuery, type Span } from './calls.ts';
import { PeriodName } from './LinePanel.tsx';
import { eventModel } from './models.ts';
import styles from './Settlement.module.css';

/** Every charge and discharge and the demand saved, with what they came to so far. */
export function EventPanel({ span }: { readonly span: Span }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const [page, setPage] = useState({ current: 1, size: 10 });
  const { data, error, refetch, isPlaceholderData } = useQuery(eventsQuery(span));
  const newest = data?.toReversed();
  const rows = newest?.slice((page.current - 1) * page.size, page.current * page.size);
  return (
    <div className={styles['two']}>
      <Panel title={t('events')} flush>
        <ListTable
          label={t('events')}
          rows={rows}
          error={error}
          onRetry={() => void refetch()}
          waiting={isPlaceholderData}
          total={data?.length ?? null}
          keyOf={(row) => `${row.assetId} ${row.at} ${row.type}`}
          page={page}
          onPage={(current, size) => setPage({ current, size })}
          empty={<EmptyState why={t('noEvents')} height={120} />}
          columns={[
            { key: 'time', title: t('began'), render: (row) => row.eventTime.slice(0, 16) },
            { key: 'event', title: t('event'), render: (row) => row.eventName },
            { key: 'period', title: t('period'), render: (row) => <PeriodName period={row.period} /> },
            {
              key: 'energy',
              title: t('energy'),
              unit: 'kWh',
              end: true,
              render: (row) => (row.quantity === null ? MISSING : formatFull(row.quantity)),
            },
            {
              key: 'amount',
              title: t('amount'),
              unit: unitText('CNY'),
              end: true,
              render: (row) =>
                row.amountValue === null ? t('noPrice') : formatDifference(row.amountValue, 2),
            },
            {
              key: 'net',
              title: t('running'),
              unit: unitText('CNY'),
              end: true,
              render: (row) => formatDifference(row.netIncome, 2),
            },
          ]}
        />
      </Panel>
      <ChartPanel
        title={t('eventChart')}
        model={data ? eventModel(data, { name: t('eventChart'), net: t('running') }) : null}
        height={260}
        foot={t('eventNote')}
        {...(data?.length === 0 ? { instead: <EmptyState why={t('noEvents')} height={260} /> } : {})}
      />
    </div>
  );
}
