import type { TableColumnsType } from 'antd';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { Button } from '#web/ui/Button.tsx';
import { timeAt } from '#domain/time/text.ts';
import type { ImportRecord } from './calls.ts';
import { ImportActions } from './ImportActions.tsx';
import styles from './ImportList.module.css';
import { ImportStatus } from './ImportStatus.tsx';
import { daysText } from './moment.ts';
import { useDataInputTexts } from './useDataInputTexts.ts';

const count = (key: 'new' | 'changed' | 'faulty') => (_: unknown, record: ImportRecord) =>
  record.counts ? formatNumber(record.counts[key], 0) : MISSING;

/** The columns of the list of imports. */
export function useImportColumns(
  onOpen: (record: ImportRecord) => void,
  mayUndo: boolean,
): TableColumnsType<ImportRecord> {
  const t = useDataInputTexts();
  return [
    {
      title: t('time'),
      dataIndex: 'createdAt',
      width: 128,
      render: (at: string, { timeZone }) => timeAt(timeZone, at),
    },
    {
      title: t('source'),
      dataIndex: 'fileName',
      width: 190,
      ellipsis: true,
      render: (name: string, record) => (
        <Button kind="link" className={styles.name ?? ''} onClick={() => onOpen(record)}>
          {name}
        </Button>
      ),
    },
    { title: t('kind'), dataIndex: 'kind', width: 72, render: (kind: 'import' | 'person') => t(kind) },
    {
      title: t('rows'),
      dataIndex: 'rowCount',
      width: 68,
      align: 'right',
      render: (n: number | null) => formatNumber(n, 0),
    },
    { title: t('newValues'), width: 68, align: 'right', render: count('new') },
    { title: t('changedValues'), width: 72, align: 'right', render: count('changed') },
    { title: t('faulty'), width: 60, align: 'right', render: count('faulty') },
    {
      title: t('data'),
      width: 176,
      render: (_, record) =>
        record.from && record.to ? daysText(record.from, record.to, record.timeZone) : MISSING,
    },
    {
      title: t('who'),
      dataIndex: 'employeeName',
      width: 80,
      ellipsis: true,
      render: (name: string | null) => name ?? MISSING,
    },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 104,
      render: (state: ImportRecord['state']) => <ImportStatus state={state} />,
    },
    {
      title: t('actions'),
      width: 120,
      render: (_, record) => <ImportActions record={record} mayUndo={mayUndo} />,
    },
  ];
}
