import { useState, type FormEvent } from 'react';
import { ApiError } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { SecondCode } from '#web/session/SecondCode.tsx';
import styles from './Security.module.css';
import { useSession } from '#web/session/session.ts';
import { TextBox } from '#web/session/TextBox.tsx';

/** Password, and the code where the account has a second factor. */
export interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Whoever changes how the account is protected proves to be there. */
export function ProofForm({
  withCode,
  action,
  onProve,
  onCancel,
}: {
  withCode: boolean;
  action: string;
  onProve: (proof: Proof) => Promise<void>;
  onCancel: (() => void) | undefined;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const { user } = useSession();
  const [typed, setTyped] = useState<Proof>({ password: '', code: '' });
  const [faults, setFaults] = useState<Partial<Proof>>({});
  const [busy, setBusy] = useState(false);
  const type = (name: keyof Proof) => (value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setFaults({});
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing: Partial<Proof> = {
      ...(typed.password ? {} : { password: t('needPassword') }),
      ...(withCode && !typed.code.trim() ? { code: t('needCode') } : {}),
    };
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await onProve(typed);
    } catch (error) {
      const at = error instanceof ApiError && error.field === 'code' ? 'code' : 'password';
      setFaults({ [at]: error instanceof ApiError ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="username" autoComplete="username" value={user.userName} readOnly />
      <TextBox
        label={t('ownPassword')}
        name="password"
        secret
        focus
        autoComplete="current-password"
        value={typed.password}
        onChange={type('password')}
        fault={faults.password}
      />
      {withCode && <SecondCode value={typed.code} onChange={type('code')} fault={faults.code} />}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={busy}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
    </form>
  );
}
