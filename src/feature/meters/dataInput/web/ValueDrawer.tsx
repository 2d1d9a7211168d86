import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { dataCode } from '#contract/dataCode.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { formatFull, MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { scrollByKeys } from '#web/ui/scrollByKeys.ts';
import { type ImportRecord, type ValueRecord, valuesQuery } from './calls.ts';
import styles from './ImportList.module.css';
import { useDataInputTexts } from './useDataInputTexts.ts';

/** The values of one import or entry. */
export function ValueDrawer({
  record,
  zone,
  onClose,
}: {
  record: ImportRecord;
  zone: string;
  onClose: () => void;
}) {
  const t = useDataInputTexts();
  const say = useText();
  const [page, setPage] = useState({ current: 1, pageSize: PAGE_SIZE });
  const values = useQuery(valuesQuery(record.importDataId, page.current, page.pageSize));
  return (
    <Dialog title={record.fileName} side="right" width={640} onClose={onClose}>
      {record.remark && <p>{record.remark}</p>}
      {values.isError ? (
        <ErrorState what={values.error.message} onRetry={() => void values.refetch()} height={200} />
      ) : (
        <Table<ValueRecord>
          ref={scrollByKeys}
          className={styles.table ?? ''}
          size="small"
          rowKey={(row) => `${row.ammeterId} ${row.dataCode} ${row.begin ?? ''} ${row.time}`}
          loading={values.isPending}
          dataSource={[...(values.data?.list ?? [])]}
          scroll={{ x: 560 }}
          columns={[
            {
              title: t('meter'),
              width: 150,
              ellipsis: true,
              render: (_, row) => (
                <PageLink kind="meter" id={row.ammeterId}>
                  {row.ammeterCode} {row.ammeterName}
                </PageLink>
              ),
            },
            {
              title: t('code'),
              dataIndex: 'dataCode',
              width: 60,
              render: (code: string) => {
                const entry = dataCode(code);
                return <span title={entry ? say(entry.label) : undefined}>{code}</span>;
              },
            },
            {
              title: t('begin'),
              dataIndex: 'begin',
              width: 128,
              render: (at: string | null) => (at ? timeAt(zone, at) : MISSING),
            },
            {
              title: t('instant'),
              dataIndex: 'time',
              width: 128,
              render: (at: string) => timeAt(zone, at),
            },
            {
              title: t('value'),
              dataIndex: 'value',
              width: 110,
              align: 'right',
              render: (v: number) => formatFull(v),
            },
          ]}
          pagination={{
            ...page,
            size: 'small',
            total: values.data?.pagination.total ?? 0,
            showSizeChanger: false,
            onChange: (current, pageSize) => setPage({ current, pageSize }),
          }}
        />
      )}
    </Dialog>
  );
}
