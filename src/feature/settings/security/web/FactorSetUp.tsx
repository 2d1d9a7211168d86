import { QRCode } from 'antd';
import { useState, type FormEvent } from 'react';
import { CODE_DIGITS } from '#contract/signIn.ts';
import type { FactorDraft } from '#contract/signIn.ts';
import { ApiError, post } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './Security.module.css';
import { TextBox } from '#web/session/TextBox.tsx';

const SIZE = 176;

/** A key in groups of four, to be typed by hand. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** A new key for an authenticator, as picture and as text, and the first code that proves it arrived. */
export function FactorSetUp({
  draft,
  onDone,
  onCancel,
}: {
  draft: FactorDraft;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: (() => void) | undefined;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!code.trim()) return setFault(t('needCode'));
    setBusy(true);
    try {
      const { recoveryCodes } = await post<{ recoveryCodes: string[] }>(
        'sys/secondFactor/confirm',
        { code: code.trim() },
        { quiet: true },
      );
      onDone(recoveryCodes);
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <div className={styles.scan}>
      <figure className={styles.picture} aria-label={t('picture')}>
        <span aria-hidden="true">
          <QRCode value={draft.address} type="svg" size={SIZE} bordered={false} color="#000" bgColor="#fff" />
        </span>
      </figure>
      <form className={styles.side} noValidate onSubmit={(event) => void submit(event)}>
        <ol className={styles.steps}>
          <li>{t('stepApp')}</li>
          <li>{t('stepScan')}</li>
          <li>{t('stepCode')}</li>
        </ol>
        <code className={styles.key}>{grouped(draft.secret)}</code>
        <TextBox
          label={t('firstCode')}
          name="code"
          focus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_DIGITS + 4}
          value={code}
          onChange={(value) => {
            setCode(value);
            setFault(undefined);
          }}
          fault={fault}
        />
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" disabled={busy}>
            {t('switchOn')}
          </Button>
          {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        </div>
      </form>
    </div>
  );
}
