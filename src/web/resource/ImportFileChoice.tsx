import InboxOutlined from '@ant-design/icons-svg/es/asn/InboxOutlined';
import { useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { formatPercent } from '#web/ui/number.ts';
import styles from './ImportDialog.module.css';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ImportFileChoiceProps {
  readonly file: File | null;
  readonly busy: boolean;
  /** Share of the file that is sent, 0..1. */
  readonly share: number;
  /** The file was tried and nothing is written yet. */
  readonly tried: boolean;
  readonly onChoose: (file: File) => void;
  readonly onTemplate: () => void;
}

/** Where a file is dropped or chosen; afterwards one line with its name. */
export function ImportFileChoice({ file, busy, share, tried, onChoose, onTemplate }: ImportFileChoiceProps) {
  const t = useResourceTexts();
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
        <output>
          {busy
            ? share < 1
              ? t('sending', { share: formatPercent(share) })
              : t('checking')
            : tried
              ? t('dryRun')
              : ''}
        </output>
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
          {t('template')}
        </Button>
      </p>
    </div>
  );
}
