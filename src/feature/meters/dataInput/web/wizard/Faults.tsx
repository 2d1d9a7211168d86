import { saveFile } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { RowFault } from '../../contract.ts';
import { FAULTS_CALL } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './FileContent.module.css';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import wizard from './wizard.module.css';

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
      <ScrollArea className={`${styles.scroll} ${wizard.tall}`} label={t('faultsTitle', { n: total })}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.rowNumber}>
                {t('row')}
              </th>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('inFile')}</th>
              <th scope="col">{t('reason')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={`${fault.row} ${fault.column}`}>
                <td className={styles.rowNumber}>{fault.row}</td>
                <td>{fault.column}</td>
                <td title={fault.value}>{fault.value || '--'}</td>
                <td className={wizard.reason}>{say(fault.reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
