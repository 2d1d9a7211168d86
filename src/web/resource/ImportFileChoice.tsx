import { useRef } from 'react';
import { stopTask } from '#web/shell/task.ts';
import { Button } from '#web/ui/Button.tsx';
import { FileChooser, type FileChooserHandle, FileDrop } from '#web/ui/FileDrop.tsx';
import { formatPercent } from '#domain/figure/number.ts';
import kit from '#web/ui/kit.module.css';
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
  /** Takes the file back while it is on its way. */
  readonly onStop: () => void;
  readonly onTemplate: () => void;
}

const ACCEPT = '.xlsx,.csv';

type Step = 'sending' | 'trying' | 'working' | 'checking';

/** The words for how far an import is. @param tried it is being written: the check is over */
function stepOf({ sent, task }: ImportProgress, tried: boolean): [Step, { share: string }] {
  if (task) return [tried ? 'working' : 'trying', { share: formatPercent(task.progress) }];
  return [sent < 1 ? 'sending' : 'checking', { share: formatPercent(sent) }];
}

/** Where a file is dropped or chosen; afterwards one line with its name. */
export function ImportFileChoice({
  file,
  busy,
  progress,
  tried,
  onChoose,
  onStop,
  onTemplate,
}: ImportFileChoiceProps) {
  const t = useResourceTexts();
  const { task } = progress;
  const chooser = useRef<FileChooserHandle>(null);
  if (file) {
    return (
      <p className={styles.file}>
        <FileChooser ref={chooser} accept={ACCEPT} onFile={onChoose} />
        <b>{file.name}</b>
        <output>{busy ? t(...stepOf(progress, tried)) : tried ? t('dryRun') : ''}</output>
        {busy && !task && progress.sent < 1 && (
          <Button kind="link" onClick={onStop}>
            {t('stop')}
          </Button>
        )}
        {busy && task && (
          <Button
            kind="link"
            disabled={task.state === 'stopping'}
            onClick={() => void stopTask(task.id).catch(() => {})}
          >
            {t(task.state === 'stopping' ? 'stopping' : 'stop')}
          </Button>
        )}
        <Button kind="link" disabled={busy} onClick={() => chooser.current?.open()}>
          {t('otherFile')}
        </Button>
      </p>
    );
  }
  return (
    <FileDrop accept={ACCEPT} words={t('dropHere')} onFile={onChoose}>
      <p className={kit.note}>
        {t('templateHint')}{' '}
        <Button kind="link" onClick={onTemplate}>
          {t('getTemplate')}
        </Button>
      </p>
    </FileDrop>
  );
}
