import InboxOutlined from '@ant-design/icons-svg/es/asn/InboxOutlined';
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import styles from './FileDrop.module.css';
import { Icon } from './Icon.tsx';

export interface FileDropProps {
  /** What the chooser offers: `.xlsx,.csv`. */
  readonly accept: string;
  /** What may be dropped here, in words. */
  readonly words: string;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
  /** Between the picture and the words. */
  readonly above?: ReactNode;
  /** Below the button: hints, templates, how far it is. */
  readonly children?: ReactNode;
}

/** A place to drop one file, or to choose it by its button. */
export function FileDrop({ accept, words, disabled = false, onFile, above, children }: FileDropProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const chooser = useRef<FileChooserHandle>(null);
  const [over, setOver] = useState(false);
  return (
    <div
      className={`${styles.drop} ${over ? styles.over : ''}`}
      data-tour="drop"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file && !disabled) onFile(file);
      }}
    >
      <FileChooser ref={chooser} accept={accept} onFile={onFile} />
      <Icon icon={InboxOutlined} size={36} />
      {above}
      <p className={styles.words}>{words}</p>
      <Button kind="primary" disabled={disabled} onClick={() => chooser.current?.open()}>
        {t('chooseFile')}
      </Button>
      {children}
    </div>
  );
}

/** Opens the browser's own window to choose a file. */
export interface FileChooserHandle {
  readonly open: () => void;
}

interface FileChooserProps {
  readonly ref: Ref<FileChooserHandle>;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** The unseen chooser of one file, opened by a button of the kit. */
export function FileChooser({ ref, accept, onFile }: FileChooserProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ open: () => input.current?.click() }));
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      hidden
      aria-label={t('chooseFile')}
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        if (file) onFile(file);
        // The same file, corrected, may be chosen again.
        event.target.value = '';
      }}
    />
  );
}
