import InboxOutlined from '@ant-design/icons-svg/es/asn/InboxOutlined';
import { useRef, useState } from 'react';
import { stopTask } from '#web/shell/task.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { formatPercent } from '#web/ui/number.ts';
import styles from './ImportDialog.module.css';
import type { ImportProgress } from './importing.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ImportFileChoiceProps {
  readonly file: File | null;
  readonly busy: boolean;
  readonly progress: ImportProgress;
  /** The file was tried and nothing is written yet. */
  readonly tried: boolean;
  readonly onChoose: (file: File) => void;
  readonly onTemplate: () => void;
}

/** The words for how far an import is. */
function stepOf({ sent, task }: ImportProgress): ['sending' | 'working' | 'checking', { share: string }] {
  if (task) return ['working', { share: formatPercent(task.progress) }];
  return [sent < 1 ? 'sending' : 'checking', { share: formatPercent(sent) }];
}

/** Where a file is dropped or chosen; afterwards one line with its name. */
export function ImportFileChoice({
  file,
  busy,
  progress,
  tried,
  onChoose,
  onTemplate,
}: ImportFileChoiceProps) {
  const t = useResourceTexts();
  const { task } = progress;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [first] = files ?? [];
    if (first) onChoose(first);
    // The same file, mended, may be chosen again.
    if (input.current) input.current.value = '';
  };
  const pick = (
    <input
      ref={input}
      type="file"
      accept=".xlsx,.csv"
      hidden
      aria-label={t('chooseFile')}
      onChange={(event) => take(event.target.files)}
    />
  );
  if (file) {
    return (
      <p className={styles.file}>
        {pick}
        <b>{file.name}</b>
        <output>{busy ? t(...stepOf(progress)) : tried ? t('dryRun') : ''}</output>
        {busy && task && (
          <Button
            kind="link"
            disabled={task.state === 'stopping'}
            onClick={() => void stopTask(task.id).catch(() => {})}
          >
            {t(task.state === 'stopping' ? 'stopping' : 'stop')}
          </Button>
        )}
        <Button kind="link" disabled={busy} onClick={() => input.current?.click()}>
          {t('otherFile')}
        </Button>
      </p>
    );
  }
  return (
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
        take(event.dataTransfer.files);
      }}
    >
      {pick}
      <Icon icon={InboxOutlined} size={32} />
      <p>{t('dropHere')}</p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      <p className={styles.quiet}>
        {t('templateHint')}{' '}
        <Button kind="link" onClick={onTemplate}>
          {t('getTemplate')}
        </Button>
      </p>
    </div>
  );
}
