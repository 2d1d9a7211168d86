import MobileOutlined from '@ant-design/icons-svg/es/asn/MobileOutlined';
import SafetyOutlined from '@ant-design/icons-svg/es/asn/SafetyOutlined';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { LOGIN } from './address.ts';
import styles from './LoginForm.module.css';
import { NewPassword } from './NewPassword.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { TextBox } from './TextBox.tsx';
import { type Forgotten, useForgotten } from './useForgotten.ts';

/** A forgotten password: telephone, the code that comes to it, a new password. */
export default function ForgotPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const form = useForgotten();
  const { step, busy, submit } = form;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit();
  };
  return (
    <PublicFrame title={t('forgot')}>
      <form className={styles.form} noValidate onSubmit={onSubmit}>
        <h1>{t('forgot')}</h1>
        <p className={styles.lead} aria-live="polite">
          {step === 'phone' ? t('forgotLead') : step === 'code' ? form.sent : t('newPasswordLead')}
        </p>
        <Fields form={form} />
        <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
          {t(step === 'phone' ? 'sendCode' : step === 'code' ? 'continue' : 'setNewPassword')}
        </Button>
        <p className={styles.register}>
          {step === 'code' && (
            <>
              <Button kind="link" disabled={busy} onClick={() => submit('phone')}>
                {t('sendAgain')}
              </Button>
              {' · '}
            </>
          )}
          <Link to={LOGIN}>{t('backToLogin')}</Link>
        </p>
      </form>
    </PublicFrame>
  );
}

/** What is typed in the step. */
function Fields({ form }: { form: Forgotten }) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const { step, typed, type, faults } = form;
  if (step === 'phone')
    return (
      <TextBox
        key="phone"
        label={t('phone')}
        name="phone"
        icon={MobileOutlined}
        inputMode="tel"
        autoComplete="tel"
        focus
        value={typed.phone}
        onChange={type('phone')}
        fault={faults.phone}
      />
    );
  if (step === 'code')
    return (
      <TextBox
        key="code"
        label={t('code')}
        name="code"
        icon={SafetyOutlined}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        focus
        value={typed.code}
        onChange={type('code')}
        fault={faults.code}
      />
    );
  return (
    <>
      <Accounts form={form} />
      <NewPassword typed={typed} onType={type} faults={faults} />
    </>
  );
}

/** Whose password it is, where several accounts have the telephone. */
function Accounts({ form: { accounts, userId, setUserId } }: { form: Forgotten }) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  if (accounts.length <= 1) return null;
  return (
    <fieldset className={styles.choices}>
      <legend>{t('whichAccount')}</legend>
      {accounts.map((one) => (
        <label key={one.userId} className={styles.check}>
          <input
            type="radio"
            name="account"
            checked={one.userId === userId}
            onChange={() => setUserId(one.userId)}
          />
          {one.name} ({one.userName})
        </label>
      ))}
    </fieldset>
  );
}
