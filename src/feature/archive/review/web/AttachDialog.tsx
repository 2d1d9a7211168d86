import { useState } from 'react';
import { ApiError, upload } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import { notify } from '#web/ui/notice.ts';
import { useReviewTexts } from './review.ts';
import styles from './Review.module.css';

/** The report of a result, as a file. */
export function AttachDialog({ row, onClose }: ActionProps) {
  const t = useReviewTexts();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await upload('yunshui/reviewData/attach', { id: row.id, upFile: file }, { quiet: true });
      notify('success', t('sent'));
      onClose();
      await rowsChanged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('attachReport')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={!file || busy} onClick={() => void send()}>
            {t('send')}
          </Button>
        </>
      }
    >
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <FileField label={t('file')} file={file} onChange={setFile} />
    </Dialog>
  );
}
