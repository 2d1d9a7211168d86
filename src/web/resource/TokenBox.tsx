import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './TokenBox.module.css';
import { useResourceTexts } from './useResourceTexts.ts';

export interface TokenBoxProps {
  readonly token: string;
  readonly label: string;
  /** What the person must know about it. */
  readonly note: string;
}

/** A secret shown once, with a button that copies it. */
export function TokenBox({ token, label, note }: TokenBoxProps) {
  const t = useResourceTexts();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(token).then(
      () => setCopied(true),
      // Without the clipboard (plain http) the text stays selectable.
      () => setCopied(false),
    );
  };
  return (
    <div>
      <p className={styles.note}>{note}</p>
      <div className={styles.line}>
        <input readOnly aria-label={label} value={token} onFocus={(event) => event.target.select()} />
        <Button onClick={copy}>{t(copied ? 'copied' : 'copy')}</Button>
      </div>
    </div>
  );
}
