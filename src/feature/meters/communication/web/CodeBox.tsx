import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './Communication.module.css';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

/** Lines to copy: a command, a body. */
export function CodeBox({ label, code }: { readonly label: string; readonly code: string }) {
  const t = useCommunicationTexts();
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    // Without the clipboard (plain http) the text stays selectable.
    navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <figure className={styles.code} aria-label={label}>
      <pre>{code}</pre>
      <Button onClick={copy}>{t(copied ? 'copied' : 'copy')}</Button>
    </figure>
  );
}
