import { useState } from 'react';
import { ApiError, saveFile, upload } from '#web/api.ts';
import { refreshTasks } from '#web/shell/task.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileDrop } from '#web/ui/FileDrop.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './Upload.module.css';

const AREA = 'communication/onboarding';

export interface UploadProps {
  readonly consumerId: number;
  /** Hears the task of the dry run. */
  readonly onStarted: (taskId: number) => void;
}

/** Takes the list by choice or drop. */
export function Upload({ consumerId, onStarted }: UploadProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('onboarding');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File): Promise<void> => {
    setProblem(null);
    setBusy(true);
    try {
      const { taskId } = await upload<{ taskId: number }>(
        `${AREA}/upload`,
        { consumerId, upFile: file },
        { quiet: true },
      );
      await refreshTasks();
      onStarted(taskId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(`${file.name}: ${error.message}`);
      setBusy(false);
    }
  };
  return (
    <Panel>
      <FileDrop
        accept=".xlsx,.csv,.txt"
        words={t('dropHere')}
        disabled={busy}
        onFile={(file) => void take(file)}
      >
        <p className={styles.quiet}>{t('hint')}</p>
        <Button kind="link" onClick={() => void saveFile(`${AREA}/importtemplate`, { consumerId })}>
          {t('template')}
        </Button>
        <output className={styles.quiet}>{busy ? t('sending') : ''}</output>
        {problem && (
          <p role="alert" className={styles.problem}>
            <StatusDot status="alarm" text={problem} />
          </p>
        )}
      </FileDrop>
    </Panel>
  );
}
