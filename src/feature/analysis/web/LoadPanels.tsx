import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import type { Text } from '#contract/text.ts';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { formatPercent, formatScaled, scaleFor } from '#web/ui/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { LoadStatistic } from '../contract.ts';
import type { PartProps } from './analysis.ts';

const TYPES: Readonly<Record<number, Text>> = {
  1: { zh: '当日', en: 'The day' },
  2: { zh: '前一日', en: 'Day before' },
  3: { zh: '上周同日', en: 'Same day last week' },
  4: { zh: '上月同日', en: 'Same day last month' },
  5: { zh: '当月', en: 'The month' },
  12: { zh: '上月', en: 'Month before' },
  10: { zh: '去年同月', en: 'Same month last year' },
};

const AMOUNTS = [
  { key: 'pZMax', label: { zh: '最大', en: 'Highest' } },
  { key: 'pZMin', label: { zh: '最小', en: 'Lowest' } },
  { key: 'pZAvg', label: { zh: '平均', en: 'Mean' } },
  { key: 'ppvdv', label: { zh: '峰谷差', en: 'Peak-valley difference' } },
] as const;

/** The last day of the range and its month beside those before. */
export function LoadPanels({ answer, params }: PartProps) {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'load', 'statistics', params, answer.end],
    queryFn: ({ signal }) =>
      get<{ unit: string; list: LoadStatistic[] }>(
        'analysis/load/getStatistics',
        {
          orgId: params['orgId'],
          dataAmmeterId: params['dataAmmeterId'],
          dataType: params['dataType'],
          date: answer.end,
        },
        { quiet: true, signal },
      ),
  });
  const scale = scaleFor(data?.unit ?? '', data?.list.map((one) => one.pZMax) ?? []);
  return (
    <Panel title={text({ zh: '负荷统计', en: 'Load beside other days and months' })} unit={scale.unit} flush>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />
      ) : (
        <Table<LoadStatistic>
          size="small"
          rowKey="dtType"
          loading={!data}
          dataSource={data?.list ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              key: 'type',
              title: text({ zh: '对比', en: 'Compared' }),
              render: (_: unknown, row) => text(TYPES[row.dtType] ?? { zh: '', en: '' }),
            },
            { key: 'date', dataIndex: 'date', title: text({ zh: '日期', en: 'Date' }) },
            ...AMOUNTS.map(({ key, label }) => ({
              key,
              title: text(label),
              align: 'right' as const,
              render: (_: unknown, row: LoadStatistic) => (
                <span
                  title={
                    (key === 'pZMax' ? row.pZMaxTime : key === 'pZMin' ? row.pZMinTime : null) ?? undefined
                  }
                >
                  {formatScaled(row[key], scale)}
                </span>
              ),
            })),
            {
              key: 'rate',
              title: text({ zh: '负荷率', en: 'Load rate' }),
              align: 'right',
              render: (_: unknown, row) => formatPercent(row.pZRate, 1),
            },
          ]}
        />
      )}
    </Panel>
  );
}
