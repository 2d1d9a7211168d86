import { saveFile } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { RowFault } from '../../contract.ts';
import { FAULTS_CALL } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './FileContent.module.css';
import { Table, type TableColumn } from '#web/ui/Table.tsx';

export interface FaultsProps {
  /** The first of them. */
  readonly faults: readonly RowFault[];
  readonly total: number;
  /** The import whose file of faulty rows may be fetched; null where there is none. */
  readonly importDataId: number | null;
}

/** What is not taken: row, column, value, reason; all of it as a file. */
export function Faults({ faults, total, importDataId }: FaultsProps) {
  const t = useDataInputTexts();
  const say = useText();
  if (total === 0) {
    return (
      <Panel title={t('noFault')}>
        <span />
      </Panel>
    );
  }
  const columns: TableColumn<RowFault>[] = [
    { key: 'row', title: t('row'), className: styles.rowNumber, render: ({ row }) => row },
    { key: 'column', title: t('column'), className: styles.cell, render: ({ column }) => column },
    {
      key: 'value',
      title: t('inFile'),
      className: styles.cell,
      hint: ({ value }) => value,
      render: ({ value }) => value || '--',
    },
    {
      key: 'reason',
      title: t('reason'),
      className: styles.cell,
      classOf: () => styles.reason,
      render: ({ reason }) => say(reason),
    },
  ];
  return (
    <Panel
      title={t('faultsTitle', { n: formatNumber(total, 0) })}
      {...(faults.length < total ? { unit: t('faultsShown', { n: faults.length }) } : {})}
      flush
      extra={
        importDataId !== null && (
          <Button onClick={() => void saveFile(FAULTS_CALL, { id: importDataId })}>{t('download')}</Button>
        )
      }
    >
      <Table<RowFault>
        look="sheet"
        className={styles.table}
        scroll={{ label: t('faultsTitle', { n: total }), height: 480 }}
        columns={columns}
        rows={faults}
        keyOf={({ row, column }) => `${row} ${column}`}
      />
    </Panel>
  );
}
