import { useEffect, useRef } from 'react';
import { saveBlob } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import styles from './Security.module.css';
import { useSession } from '#web/session/session.ts';

const FILE = 'meterhouse-recovery-codes.txt';

/** Recovery codes, shown this once: to copy, to save, to print. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const { user } = useSession();
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  const text = codes.join('\n');
  const copy = async (): Promise<void> => {
    // Without TLS browsers give pages no clipboard.
    try {
      await navigator.clipboard.writeText(text);
      notify('success', t('copied'));
    } catch {
      notify('error', t('notCopied'));
    }
  };
  const save = (): void =>
    saveBlob(new Blob([`Meterhouse · ${user.userName}\n\n${text}\n`], { type: 'text/plain' }), FILE);
  return (
    <>
      <p ref={head} tabIndex={-1} className={styles.due}>
        {t('recoveryTitle')}
      </p>
      <p className={styles.lead}>{t('recoveryLead')}</p>
      <ul className={styles.codes} aria-label={t('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>{t('copy')}</Button>
        <Button onClick={save}>{t('save')}</Button>
        <Button kind="primary" onClick={onKept}>
          {t('kept')}
        </Button>
      </div>
    </>
  );
}
