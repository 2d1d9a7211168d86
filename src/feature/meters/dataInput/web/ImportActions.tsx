import { saveFile } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { FAULTS_CALL, type ImportRecord, MISSING_CALL } from './calls.ts';
import styles from './ImportList.module.css';
import { useDataInputTexts } from './useDataInputTexts.ts';
import { useUndo } from './useUndo.ts';

/** What can be done with one import: undo it, fetch its faulty rows or its missing values. */
export function ImportActions({ record, mayUndo }: { record: ImportRecord; mayUndo: boolean }) {
  const t = useDataInputTexts();
  const undo = useUndo();
  return (
    <span className={styles.actions}>
      {mayUndo && record.state === 'done' && (
        <Button
          kind="link"
          onClick={() => void undo(record.importDataId, record.fileName, record.rowCount ?? 0)}
        >
          {t('undo')}
        </Button>
      )}
      {record.faultFileId !== null && (
        <Button kind="link" onClick={() => void saveFile(FAULTS_CALL, { id: record.importDataId })}>
          {t('faultyRows')}
        </Button>
      )}
      {record.missingFileId !== null && (
        <Button kind="link" onClick={() => void saveFile(MISSING_CALL, { id: record.importDataId })}>
          {t('missingValues')}
        </Button>
      )}
    </span>
  );
}
