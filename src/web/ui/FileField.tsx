import { useRef } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import styles from './FileField.module.css';

export interface FileFieldProps {
  /** Read out for the button, in front of its own words. */
  readonly label: string;
  readonly file: File | null;
  readonly onChange: (file: File | null) => void;
  /** What the chooser offers: `image/png,image/jpeg`. */
  readonly accept?: string;
}

/** One file to be sent: a button of the kit and the name of what was chosen, in the language of the page. */
export function FileField({ label, file, onChange, accept }: FileFieldProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.field}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        {...(accept ? { accept } : {})}
        onChange={(event) => onChange(event.target.files?.[0] ?? null)}
      />
      <Button aria-label={`${label}: ${t('chooseFile')}`} onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      <span className={styles.name}>{file?.name ?? t('noFile')}</span>
    </span>
  );
}
