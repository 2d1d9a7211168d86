import { unitText } from '#web/ui/unit.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PeriodName } from '#feature/assets/settlement/web/public.ts';
import { formatDifference, formatFull, MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { operationQuery } from './calls.ts';

interface Props {
  readonly siteId: number;
  readonly span: { readonly begin: string; readonly end: string };
}

/** Every charge and discharge of the batteries of a site, the newest first. */
export function CyclePanel({ siteId, span }: Props) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const [page, setPage] = useState({ current: 1, size: 10 });
  const { data, error, refetch, isPlaceholderData } = useQuery(operationQuery('charge', siteId, span));
  const rows = data?.charge.toReversed().slice((page.current - 1) * page.size, page.current * page.size);
  const clock = (at: number): string => (data ? timeAt(data.timeZone, at) : MISSING);
  return (
    <Panel title={t('records')} flush>
      <ListTable
        label={t('records')}
        rows={rows}
        error={error}
        onRetry={() => void refetch()}
        waiting={isPlaceholderData}
        total={data?.charge.length ?? null}
        keyOf={(row) => `${row.stationId} ${row.from} ${row.type}`}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noRecords')} height={120} />}
        columns={[
          { key: 'from', title: t('began'), render: ({ from }) => clock(from) },
          { key: 'to', title: t('ended'), render: ({ to }) => clock(to).slice(11) },
          { key: 'station', title: t('battery'), render: ({ stationName }) => stationName },
          { key: 'type', title: t('doing'), render: ({ type }) => t(type) },
          {
            key: 'period',
            title: t('period'),
            render: ({ period }) => <PeriodName period={period} />,
          },
          {
            key: 'energy',
            title: t('energy'),
            unit: 'kWh',
            end: true,
            render: ({ energy }) => formatFull(energy),
          },
          {
            key: 'amount',
            title: t('amount'),
            unit: unitText('CNY'),
            end: true,
            render: ({ amount }) => (amount === null ? MISSING : formatDifference(amount, 2)),
          },
        ]}
      />
    </Panel>
  );
}
