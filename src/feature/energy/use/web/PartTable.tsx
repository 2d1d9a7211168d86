import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Input, Table } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { type Page, PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { get, post, type Params } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import { isNumber, scalesOf } from '#domain/figure/scales.ts';
import { scrollByKeys } from '#web/ui/scrollByKeys.ts';
import { CellText, Head, Quality } from '#web/analysisFrame/AnalysisTable.tsx';

interface PartPage extends Page<AnalysisRow> {
  readonly columns: readonly AnalysisColumn[];
}

interface Sorted {
  readonly field: string;
  readonly order: 'ascend' | 'descend';
}

interface PartTableProps extends PartProps {
  /** `find`: the objects by name; `sort`: by any column. */
  readonly by: 'find' | 'sort';
}

/** Asks one page of the table of objects. */
function ask(by: 'find' | 'sort', params: Params, page: Params, found: string, sortInfo: Sorted) {
  return by === 'find'
    ? get<PartPage>('analysis/energy/getTable', { ...params, ...page, orgName: found }, { quiet: true })
    : post<PartPage>(
        'analysis/class/getTable',
        { ...params, sortInfo: JSON.stringify(sortInfo), pagination: JSON.stringify(page) },
        { quiet: true },
      );
}

/** What each object below the subject used, a page at a time, found by name or sorted by any column. */
export function PartTable({ by, params, onOpen, onObject }: PartTableProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('use');
  const frame = useTexts<typeof import('#web/analysisFrame/texts.ts').texts>('analysisFrame');
  const text = useText();
  const [page, setPage] = useState({ current: 1, pageSize: PAGE_SIZE });
  const [name, setName] = useState('');
  const [sortInfo, setSortInfo] = useState<Sorted>({ field: 'energy', order: 'descend' });
  const found = useDeferredValue(name.trim());
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['analysis', 'part', by, params, page, found, sortInfo],
    queryFn: () => ask(by, params, page, found, sortInfo),
    placeholderData: keepPreviousData,
  });
  const scales = useMemo(() => scalesOf({ columns: data?.columns ?? [], rows: data?.list ?? [] }), [data]);
  const title = by === 'find' ? t('byObject') : t('byClass');
  return (
    <Panel
      title={title}
      flush
      extra={
        by === 'find' && (
          <Input
            size="small"
            allowClear
            maxLength={60}
            style={{ width: 180 }}
            aria-label={t('findObject')}
            placeholder={t('findName')}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setPage({ ...page, current: 1 });
            }}
          />
        )
      }
    >
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={160} />
      ) : (
        <Table<AnalysisRow>
          ref={scrollByKeys}
          size="small"
          rowKey="key"
          aria-label={title}
          loading={!data || isPlaceholderData}
          dataSource={data?.list ?? []}
          scroll={{ x: 'max-content' }}
          pagination={{
            ...page,
            total: data?.pagination.total ?? 0,
            pageSizeOptions: [...PAGE_SIZES],
            showSizeChanger: true,
            hideOnSinglePage: true,
            showTotal: (n) => frame('rows', { n }),
          }}
          onChange={({ current = 1, pageSize = 10 }, _filters, sorter) => {
            const { field, order } = [sorter].flat()[0] ?? {};
            if (typeof field === 'string') setSortInfo({ field, order: order ?? 'descend' });
            setPage({ current, pageSize });
          }}
          columns={[
            ...(data?.columns ?? []).map((column) => ({
              key: column.key,
              dataIndex: column.key,
              title: <Head column={column} scale={scales.get(column.key)} />,
              align: isNumber(column) ? ('right' as const) : ('left' as const),
              ...(by === 'sort' && column.key !== 'rank' ? { sorter: true } : {}),
              render: (_: unknown, row: AnalysisRow) => (
                <CellText
                  row={row}
                  column={column}
                  scale={scales.get(column.key)}
                  pressable={column.key === 'name'}
                  onOpen={onOpen}
                  onObject={onObject}
                />
              ),
            })),
            {
              key: 'quality',
              title: frame('quality'),
              render: (_: unknown, row: AnalysisRow) => (
                <Quality row={row} unfinished={frame('unfinished')} />
              ),
            },
          ]}
          locale={{ emptyText: text({ zh: '暂无数据', en: 'No data' }) }}
        />
      )}
    </Panel>
  );
}
