import { Button } from '#web/ui/Button.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import type { ImportRecord } from './calls.ts';
import { ImportActions } from './ImportActions.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './ImportList.module.css';
import { ImportStatus } from './ImportStatus.tsx';
import { useDataInputTexts } from './useDataInputTexts.ts';

export interface ImportCardsProps {
  readonly records: readonly ImportRecord[];
  readonly mayUndo: boolean;
  readonly onOpen: (record: ImportRecord) => void;
}

/** Imports and entries on a narrow screen: one card each. */
export function ImportCards({ records, mayUndo, onOpen }: ImportCardsProps) {
  const t = useDataInputTexts();
  return (
    <ul className={`${kit.list} ${styles.cards}`} aria-label={t('records')}>
      {records.map((record) => (
        <li key={record.importDataId}>
          <header>
            <Button kind="link" className={styles.name ?? ''} onClick={() => onOpen(record)}>
              {record.fileName}
            </Button>
            <ImportStatus state={record.state} />
          </header>
          <p>
            {timeAt(record.timeZone, record.createdAt)} · {t(record.kind)} · {record.employeeName}
          </p>
          <p>
            {t('rows')} {formatNumber(record.rowCount, 0)}
            {record.counts &&
              ` · ${t('newValues')} ${formatNumber(record.counts.new, 0)} · ${t('faulty')} ${formatNumber(record.counts.faulty, 0)}`}
          </p>
          <ImportActions record={record} mayUndo={mayUndo} />
        </li>
      ))}
    </ul>
  );
}
