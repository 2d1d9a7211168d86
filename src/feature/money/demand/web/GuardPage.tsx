import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { get } from '#web/api.ts';
import { refresher } from '#web/live/refresher.ts';
import { useLive } from '#web/live/useLive.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { timeAt } from '#domain/time/text.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { GuardRecord } from '../contract.ts';
import { guardsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Guard.module.css';
import { GuardPanel } from './GuardPanel.tsx';

const clock = (zone: string, t: number | null): string => (t === null ? '--' : timeAt(zone, t));

/** Every limit's running window with its projected end, and the record of what was foreseen. */
export default function GuardPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  const { consumer } = useConsumer();
  const client = useQueryClient();
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const consumerId = consumer?.orgId ?? null;
  const onChange = useMemo(
    () =>
      refresher(() => client.invalidateQueries({ queryKey: ['demand', 'guard'] }, { cancelRefetch: false })),
    [client],
  );
  useLive(consumerId, { onChange });
  const states = useQuery(guardsQuery(consumerId));
  const params = { consumerId, pageNo: page.current, pageSize: page.size };
  const record = useQuery({
    queryKey: ['demand', 'guard', 'record', params],
    queryFn: ({ signal }) => get<GuardRecord>('demand/guard/getRecord', params, { quiet: true, signal }),
    enabled: consumerId !== null,
    placeholderData: keepPreviousData,
  });
  const counts = record.data?.counts;
  const zone = states.data?.[0]?.timeZone ?? HOME_ZONE;
  if (!consumer) return <NoConsumer />;
  return (
    <div className={kit.stack}>
      {states.isError ? (
        <Panel>
          <ErrorState what={states.error.message} onRetry={() => void states.refetch()} height={240} />
        </Panel>
      ) : !states.data ? (
        <Panel>
          <LoadingState height={240} />
        </Panel>
      ) : states.data.length === 0 ? (
        <Panel>
          <EmptyState why={t('noLimit')} next={t('noLimitNext')} height={200} />
        </Panel>
      ) : (
        <div className={styles['guards']}>
          {states.data.map((state) => (
            <GuardPanel key={state.guardId} state={state} />
          ))}
        </div>
      )}
      <Panel
        title={t('record')}
        unit={counts ? t('counts', counts) : undefined}
        flush
        extra={<a href="#/SDNPowerPrice/DemandLimit">{t('limits')}</a>}
      >
        <ListTable
          label={t('record')}
          rows={record.data?.list}
          error={record.error}
          onRetry={() => void record.refetch()}
          waiting={record.isPlaceholderData}
          total={record.data?.pagination.total ?? null}
          keyOf={(row) => `${row.guardId} ${row.from}`}
          page={page}
          onPage={(current, size) => setPage({ current, size })}
          empty={<EmptyState why={t('noRecord')} height={120} />}
          columns={[
            { key: 'from', title: t('windowFrom'), render: (row) => clock(zone, row.from) },
            { key: 'guard', title: t('guard'), render: (row) => row.guardName },
            {
              key: 'limit',
              title: t('limit'),
              unit: 'kW',
              end: true,
              render: (row) => formatNumber(row.limit, 0),
            },
            { key: 'warned', title: t('warnedAt'), render: (row) => clock(zone, row.warnedAt) },
            {
              key: 'projected',
              title: t('projected'),
              unit: 'kW',
              end: true,
              render: (row) => formatNumber(row.projected, 0),
            },
            {
              key: 'shed',
              title: t('shed'),
              unit: 'kW',
              end: true,
              render: (row) => formatNumber(row.shed, 0),
            },
            {
              key: 'actual',
              title: t('actual'),
              unit: 'kW',
              end: true,
              render: (row) => formatNumber(row.actual, 0),
            },
            {
              key: 'outcome',
              title: t('outcome'),
              render: (row) => (row.outcome ? t(row.outcome) : t('open')),
            },
          ]}
        />
      </Panel>
    </div>
  );
}
