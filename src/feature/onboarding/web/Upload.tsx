import InboxOutlined from '@ant-design/icons-svg/es/asn/InboxOutlined';
import { useRef, useState } from 'react';
import styles from '#feature/dataInput/web/wizard/wizard.module.css';
import { ApiError, upload } from '#web/api.ts';
import { saveFile } from '#web/resource/saveFile.ts';
import { refreshTasks } from '#web/shell/task.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';

const AREA = 'communication/onboarding';

export interface UploadProps {
  readonly consumerId: number;
  /** Hears the task of the dry run. */
  readonly onStarted: (taskId: number) => void;
}

/** Takes the list by choice or drop. */
export function Upload({ consumerId, onStarted }: UploadProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('onboarding');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (files: FileList | null): Promise<void> => {
    const [file] = files ?? [];
    if (!file || busy) return;
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
      <div
        className={`${styles.drop} ${over ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          type="file"
          accept=".xlsx,.csv,.txt"
          hidden
          aria-label={t('chooseFile')}
          onChange={(event) => void take(event.target.files)}
        />
        <Icon icon={InboxOutlined} size={36} />
        <p className={styles.lead}>{t('dropHere')}</p>
        <Button kind="primary" disabled={busy} onClick={() => input.current?.click()}>
          {t('chooseFile')}
        </Button>
        <p className={styles.quiet}>{t('hint')}</p>
        <Button
          kind="link"
          onClick={() => void saveFile(`${AREA}/importtemplate`, { consumerId }).catch(() => {})}
        >
          {t('template')}
        </Button>
        <output className={styles.quiet}>{busy ? t('sending') : ''}</output>
        {problem && (
          <p role="alert" className={styles.problem}>
            <StatusDot status="alarm" text={problem} />
          </p>
        )}
      </div>
    </Panel>
  );
}
