import DownloadOutlined from '@ant-design/icons-svg/es/asn/DownloadOutlined';
import { useRef, useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { ApiError, saveFile } from '#web/api.ts';
import { stopTask } from '#web/shell/task.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notify, notifyError } from '#web/ui/notice.ts';
import { useMounted } from '#web/ui/useMounted.ts';
import styles from './ImportDialog.module.css';
import { ImportFileChoice } from './ImportFileChoice.tsx';
import { importFile, type ImportProgress, writtenBy, type ImportResult } from './importing.ts';
import { ImportRuns } from './ImportRuns.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { NOTICE_MS } from './noticeTime.ts';
import { callOf, rowsChanged } from './rows.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ImportDialogProps {
  readonly resource: Resource;
  /** The enterprise that rows without one belong to. */
  readonly consumerId: number | null;
  readonly onClose: () => void;
}

const NOTHING_SENT: ImportProgress = { sent: 0, task: null };

/**
 * Choose a file, see what it would do, write it. Closes after success, stays open after failure. Who closes it before gives the
 * check up; what is being written goes on.
 */
export function ImportDialog({ resource, consumerId, onClose }: ImportDialogProps) {
  const t = useResourceTexts();
  const say = useText();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<ImportProgress>(NOTHING_SENT);
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef<AbortController>(null);
  const mounted = useMounted();
  const send = async (chosen: File, dryRun: boolean): Promise<ImportResult | null> => {
    setBusy(true);
    setProgress(NOTHING_SENT);
    setProblem(null);
    const stop = new AbortController();
    sending.current = stop;
    const isWanted = (): boolean => mounted() || !dryRun;
    const tell = (now: ImportProgress): void => {
      if (isWanted()) return setProgress(now);
      stop.abort();
      if (now.task && now.task.state !== 'stopping') void stopTask(now.task.id).catch(() => {});
    };
    try {
      const done = await importFile(resource, chosen, consumerId, dryRun, tell, stop.signal);
      if (!done && isWanted()) notify('success', t('uploadCancelled'), NOTICE_MS);
      return done;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mounted()) setProblem(error.message);
      else if (isWanted()) notifyError(error.message);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (chosen: File): Promise<void> => {
    setFile(chosen);
    setResult(null);
    setResult(await send(chosen, true));
  };
  const write = async (): Promise<void> => {
    const done = file && (await send(file, false));
    if (!done) return;
    const { new: added, changed } = done.counts;
    notify('success', t('imported', { added, changed }), NOTICE_MS);
    if (mounted()) onClose();
    await rowsChanged();
  };
  const written = result ? writtenBy(result) : 0;
  const faultFile = result?.faultFileId;
  return (
    <Dialog
      width={820}
      title={t('importTitle', { what: say(resource.label) })}
      onClose={onClose}
      foot={
        <>
          {faultFile && (
            <Button
              className={styles.left ?? ''}
              onClick={() => void saveFile(callOf(resource, 'importfaults'), { fileId: faultFile })}
            >
              <Icon icon={DownloadOutlined} />
              {t('faultyRows')}
            </Button>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={!result || busy || written === 0} onClick={() => void write()}>
            {!result ? t('writeRows') : busy ? t('writing') : t('write', { count: written })}
          </Button>
        </>
      }
    >
      <ImportFileChoice
        file={file}
        busy={busy}
        progress={progress}
        tried={result !== null}
        onStop={() => sending.current?.abort()}
        onChoose={(chosen) => void choose(chosen)}
        onTemplate={() => void saveFile(callOf(resource, 'importtemplate'), {})}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {!file && <ImportRuns resource={resource} />}
      {result && <ImportPreview resource={resource} result={result} />}
    </Dialog>
  );
}
