import { useQuery } from '@tanstack/react-query';
import { Checkbox, Table } from 'antd';
import { useState } from 'react';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { formatFull, formatScaled, scaleFor } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { scrollByKeys } from '#web/ui/scrollByKeys.ts';
import type { CompareRow } from '../contract.ts';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import { unitText } from '#web/ui/unit.ts';

const COLUMNS = [
  { key: 'sum', label: { zh: '合计', en: 'Total' } },
  { key: 'avg', label: { zh: '平均', en: 'Mean' } },
  { key: 'max', label: { zh: '最大', en: 'Highest' } },
  { key: 'min', label: { zh: '最小', en: 'Lowest' } },
] as const;

const SAME_WHY = {
  zh: '只合计每一项都已结束且数据完整的时段（个数/总数），可直接对比；其余时段数据不全或尚未结束',
  en: 'Only intervals that are complete and well covered in every line (so many of all): these totals can be compared',
};

/** Total, mean, highest and lowest of each object or period, and the total of what all of them have. */
export function ComparePanel({ params }: PartProps) {
  const text = useText();
  const [shown, show] = useState(true);
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'compare', 'table', params],
    queryFn: ({ signal }) =>
      get<{ table: CompareRow[] }>(
        'analysis/compare/getAnalysis',
        { ...params, classify: params['dataType'] },
        { quiet: true, signal },
      ),
  });
  return (
    <Panel
      title={text({ zh: '统计', en: 'Summary' })}
      flush
      extra={
        <Checkbox checked={shown} onChange={(event) => show(event.target.checked)}>
          {text({ zh: '显示报表', en: 'Show report' })}
        </Checkbox>
      }
    >
      {!shown ? null : error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={120} />
      ) : (
        <Table<CompareRow>
          ref={scrollByKeys}
          size="small"
          rowKey="key"
          loading={!data}
          dataSource={data?.table ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            { key: 'title', dataIndex: 'title', title: text({ zh: '对比项', en: 'Compared' }) },
            ...COLUMNS.map(({ key, label }) => ({
              key,
              title: text(label),
              align: 'right' as const,
              render: (_: unknown, row: CompareRow) => {
                const scale = scaleFor(row.unit, [row[key]]);
                return (
                  <span title={`${formatFull(row[key])} ${row.unit}`}>
                    {formatScaled(row[key], scale)} {row[key] === null ? '' : unitText(scale.unit)}
                  </span>
                );
              },
            })),
            {
              key: 'same',
              title: (
                <span title={text(SAME_WHY)}>{text({ zh: '同口径合计', en: 'Total of the same part' })}</span>
              ),
              align: 'right' as const,
              render: (_: unknown, row: CompareRow) => {
                const scale = scaleFor(row.unit, [row.same]);
                return (
                  <span title={text(SAME_WHY)}>
                    {formatScaled(row.same, scale)} {row.same === null ? '' : unitText(scale.unit)}
                    {` (${row.sameCount}/${row.count})`}
                  </span>
                );
              },
            },
          ]}
          locale={{ emptyText: text({ zh: '暂无数据', en: 'No data' }) }}
        />
      )}
    </Panel>
  );
}
