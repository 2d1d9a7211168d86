import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { refreshTasks } from '#web/shell/task.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { ReadingExports } from '../contract.ts';
import styles from './SealedData.module.css';
import type { texts } from './texts.ts';

/** Asks before which month raw readings are written to files. */
export function ExportDialog({
  consumerId,
  exports,
  onClose,
}: {
  readonly consumerId: number;
  readonly exports: ReadingExports;
  readonly onClose: () => void;
}) {
  const t = useTexts<typeof texts>('sealedData');
  const [before, setBefore] = useState(exports.due ?? exports.latest);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('sys/readingExport/add', { consumerId, before }, { quiet: true });
      notify('success', t('started'));
      void refreshTasks();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('exportTitle')}
      width={480}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy} onClick={() => void start()}>
            {t('export')}
          </Button>
        </>
      }
    >
      <p>{t('exportText')}</p>
      <label className={styles.field}>
        {t('beforeMonth')}
        <DatePicker
          picker="month"
          allowClear={false}
          value={dayjs(`${before}-01`)}
          maxDate={dayjs(`${exports.latest}-01`)}
          onChange={(month) => month && setBefore(month.format('YYYY-MM'))}
        />
      </label>
      {fault !== '' && <p role="alert">{fault}</p>}
    </Dialog>
  );
}
