import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { passwordProblem, PASSWORD_RULE } from '#contract/password.ts';
import { ApiError, post } from '#web/api.ts';
import { LOGIN } from '#web/session/address.ts';
import styles from '#web/session/LoginForm.module.css';
import { PublicFrame } from '#web/session/PublicFrame.tsx';
import { TextBox } from '#web/session/TextBox.tsx';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';

const REQUIRED = ['orgName', 'orgCode', 'contactName', 'phone', 'userName', 'password'] as const;
const FIELDS = [
  'orgName',
  'orgCode',
  'address',
  'contactName',
  'phone',
  'email',
  'userName',
  'password',
  'repeat',
  'remark',
] as const;
type Name = (typeof FIELDS)[number];

const EMPTY = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Readonly<Record<Name, string>>;
const COMPLETE: Partial<Record<Name, string>> = {
  orgName: 'organization',
  address: 'street-address',
  contactName: 'name',
  phone: 'tel',
  email: 'email',
  userName: 'username',
  password: 'new-password',
  repeat: 'new-password',
};

/** An enterprise asks for an account. */
export default function RegisterPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('registration');
  const say = useText();
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const check = (): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const name of REQUIRED) if (!typed[name].trim()) found[name] = t('required');
    const weak = passwordProblem(typed.password, [
      typed.userName.trim(),
      typed.contactName.trim(),
      typed.orgName.trim(),
    ]);
    if (typed.password && weak) found.password = say(weak);
    if (typed.repeat !== typed.password) found.repeat = t('differs');
    return found;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = check();
    setFaults(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const { repeat: _, ...answers } = typed;
    try {
      await post('sys/register', answers, { quiet: true });
      setSent(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const field = FIELDS.find((name) => name === error.field);
      if (field) setFaults({ [field]: error.message });
      else setRefusal(error.message);
    } finally {
      setBusy(false);
    }
  };
  if (sent)
    return (
      <PublicFrame title={t('title')}>
        <div className={styles.form} aria-live="polite">
          <h1>{t('sent')}</h1>
          <p className={styles.lead}>{t('sentNext', { phone: typed.phone })}</p>
          <Link to={LOGIN}>{t('logIn')}</Link>
        </div>
      </PublicFrame>
    );
  return (
    <PublicFrame title={t('title')} wide>
      <form className={`${styles.form} ${styles.pairs}`} noValidate onSubmit={(event) => void submit(event)}>
        <h1>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
        <div className={styles.fields}>
          {FIELDS.map((name) => (
            <TextBox
              key={name}
              label={t(name)}
              name={name}
              secret={name === 'password' || name === 'repeat'}
              optional={name === 'address' || name === 'email' || name === 'remark'}
              inputMode={name === 'phone' ? 'tel' : name === 'email' ? 'email' : 'text'}
              {...(COMPLETE[name] ? { autoComplete: COMPLETE[name] } : {})}
              {...(name === 'userName' ? { help: t('userNameHelp') } : {})}
              {...(name === 'password' ? { help: say(PASSWORD_RULE) } : {})}
              value={typed[name]}
              onChange={(value) => {
                setTyped((now) => ({ ...now, [name]: value }));
                setFaults(({ [name]: _fault, ...rest }) => rest);
              }}
              fault={faults[name]}
            />
          ))}
        </div>
        {refusal && (
          <p className={styles.refusal} role="alert">
            {refusal}
          </p>
        )}
        <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
          {t('send')}
        </Button>
        <p className={styles.register}>
          {t('haveAccount')} <Link to={LOGIN}>{t('logIn')}</Link>
        </p>
      </form>
    </PublicFrame>
  );
}
