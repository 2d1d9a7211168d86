import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Page, PAGE_SIZE } from '#contract/envelope.ts';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { PartProps } from '#web/analysisFrame/analysis.ts';

interface OverLimitRow {
  readonly beginTime: string;
  readonly endTime: string;
  readonly from: number;
  readonly to: number;
  readonly kind: 'over' | 'under';
  readonly phase: string;
  readonly value: number;
  readonly limit: number;
}

const round = (value: number): string => formatFull(Number(value.toFixed(3)));

/** What was beyond the limits in the range, newest first. */
export function QualityPanels({ answer, params }: PartProps) {
  const text = useText();
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const query = useQuery({
    queryKey: ['analysis', 'quality', 'over', params, page],
    queryFn: ({ signal }) =>
      get<Page<OverLimitRow> & { readonly unit?: string }>(
        'analysis/quality/getOverLimitList',
        {
          orgId: params['orgId'],
          dataAmmeterId: params['dataAmmeterId'],
          beginDate: answer.begin,
          endDate: answer.end,
          passType: params['pass'] ?? '101',
          current: page.current,
          pageSize: page.size,
        },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
  });
  if (answer.columns.length === 0) return null;
  const unit = query.data?.unit ?? '';
  const title = text({ zh: '越限记录', en: 'Beyond the limits' });
  return (
    <Panel title={title} flush>
      <ListTable<OverLimitRow>
        label={title}
        {...answerOf(query)}
        keyOf={(row) => `${row.from}${row.kind}`}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={
          <EmptyState
            why={text({ zh: '该时段没有越限', en: 'Nothing was beyond the limits' })}
            height={120}
          />
        }
        columns={[
          { key: 'begin', title: text({ zh: '开始', en: 'From' }), render: (row) => row.beginTime },
          { key: 'end', title: text({ zh: '结束', en: 'To' }), render: (row) => row.endTime },
          {
            key: 'minutes',
            title: text({ zh: '时长', en: 'Lasted' }),
            unit: 'min',
            end: true,
            render: (row) => round((row.to - row.from) / MINUTE_MS),
          },
          {
            key: 'kind',
            title: text({ zh: '越限', en: 'Beyond' }),
            render: (row) =>
              text(row.kind === 'over' ? { zh: '超上限', en: 'above' } : { zh: '低于下限', en: 'below' }),
          },
          { key: 'phase', title: text({ zh: '相别', en: 'Phases' }), render: (row) => row.phase || '--' },
          {
            key: 'value',
            title: text({ zh: '最严重值', en: 'Worst' }),
            unit,
            end: true,
            render: (row) => round(row.value),
          },
          {
            key: 'limit',
            title: text({ zh: '限值', en: 'Limit' }),
            unit,
            end: true,
            render: (row) => round(row.limit),
          },
        ]}
      />
    </Panel>
  );
}
