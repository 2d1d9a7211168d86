import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { PAGE_SIZES } from '#contract/envelope.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { scrollByKeys } from '#web/ui/scrollByKeys.ts';
import { type ImportRecord, importsQuery } from './calls.ts';
import { ImportCards } from './ImportCards.tsx';
import type { Filter } from './importFilter.ts';
import styles from './ImportList.module.css';
import { useDataInputTexts } from './useDataInputTexts.ts';
import { useImportColumns } from './useImportColumns.tsx';

export interface ImportTableProps {
  readonly consumerId: number;
  readonly filter: Filter;
  readonly change: (part: Partial<Record<keyof Filter, unknown>>) => void;
  readonly mayUndo: boolean;
  readonly onOpen: (record: ImportRecord) => void;
  /** Begins an import; none where the caller may not. */
  readonly onImport: (() => void) | undefined;
}

/** A page of the imports and entries that the filter leaves, as cards where it is narrow. */
export function ImportTable({ consumerId, filter, change, mayUndo, onOpen, onImport }: ImportTableProps) {
  const { page, size, ...query } = filter;
  const list = useQuery(importsQuery({ consumerId, ...query, current: page, pageSize: size }));
  const columns = useImportColumns(onOpen, mayUndo);
  const narrow = useNarrow();
  const total = list.data?.pagination.total ?? 0;
  if (list.isError)
    return <ErrorState what={list.error.message} onRetry={() => void list.refetch()} height={240} />;
  if (narrow && list.data && list.data.list.length > 0)
    return <ImportCards records={list.data.list} mayUndo={mayUndo} onOpen={onOpen} />;
  return (
    <Table<ImportRecord>
      ref={scrollByKeys}
      className={styles.table ?? ''}
      rowKey="importDataId"
      size="middle"
      columns={columns}
      dataSource={[...(list.data?.list ?? [])]}
      loading={list.isPending}
      scroll={{ x: 1060 }}
      locale={{
        emptyText: list.isPending ? (
          <div className={styles.waiting} />
        ) : (
          <NoRecord filtered={isFiltered(filter)} onImport={onImport} />
        ),
      }}
      pagination={{
        current: page,
        pageSize: size,
        total,
        pageSizeOptions: [...PAGE_SIZES],
        showSizeChanger: true,
        hideOnSinglePage: total <= 10,
        onChange: (next, nextSize) => change({ page: next, size: nextSize }),
      }}
    />
  );
}

const isFiltered = ({ kind, dataType, interval, start, end }: Filter): boolean =>
  Boolean(kind ?? dataType ?? interval ?? start ?? end);

function NoRecord({
  filtered,
  onImport,
}: Pick<ImportTableProps, 'onImport'> & { readonly filtered: boolean }) {
  const t = useDataInputTexts();
  return (
    <EmptyState why={t('noRecord')} {...(filtered ? {} : { next: t('noRecordNext') })}>
      {onImport && !filtered && (
        <Button kind="primary" onClick={onImport}>
          {t('importFile')}
        </Button>
      )}
    </EmptyState>
  );
}
