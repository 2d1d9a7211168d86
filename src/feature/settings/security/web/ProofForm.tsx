import { useState, type FormEvent } from 'react';
import { ApiError } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Proof, ProofFields } from '#web/session/ProofFields.tsx';
import styles from './Security.module.css';

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
  const [typed, setTyped] = useState<Proof>({ password: '', code: '' });
  const [faults, setFaults] = useState<Partial<Proof>>({});
  const [busy, setBusy] = useState(false);
  const type = (name: keyof Proof, value: string): void => {
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
      <ProofFields typed={typed} faults={faults} withCode={withCode} onType={type} />
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={busy}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
      </div>
    </form>
  );
}
