import MobileOutlined from '@ant-design/icons-svg/es/asn/MobileOutlined';
import SafetyOutlined from '@ant-design/icons-svg/es/asn/SafetyOutlined';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { passwordProblem } from '#contract/password.ts';
import { ApiError, post } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { LOGIN } from './address.ts';
import styles from './LoginForm.module.css';
import { NewPassword } from './NewPassword.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import { TextBox } from './TextBox.tsx';

interface Checked {
  readonly valid: boolean;
  readonly triesLeft: number;
  readonly ticket?: string;
  readonly accounts?: readonly {
    readonly userId: number;
    readonly userName: string;
    readonly name: string;
  }[];
}

type Step = 'phone' | 'code' | 'password';
type Faults = Partial<Record<Step | 'repeat', string>>;

/** A forgotten password: telephone, the code that comes to it, a new password. */
export default function ForgotPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>('phone');
  const [typed, setTyped] = useState({ phone: '', code: '', password: '', repeat: '' });
  const [sent, setSent] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [userId, setUserId] = useState(0);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const type = (name: keyof typeof typed) => (value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setFaults({});
  };
  const accounts = checked?.accounts ?? [];

  const send = async (): Promise<void> => {
    if (!typed.phone.trim()) return setFaults({ phone: t('needPhone') });
    const { message } = await post<{ message: string }>(
      'sys/sendSMS',
      { phone: typed.phone.trim(), type: 'forgot' },
      { quiet: true },
    );
    setSent(message);
    setTyped((now) => ({ ...now, code: '' }));
    setStep('code');
  };
  const check = async (): Promise<void> => {
    if (!/^\d{6}$/.test(typed.code.trim())) return setFaults({ code: t('needCode') });
    const answer = await post<Checked>(
      'sys/checkSms',
      { phone: typed.phone.trim(), code: typed.code.trim() },
      { quiet: true },
    );
    if (!answer.valid)
      return setFaults({
        code: answer.triesLeft > 0 ? t('wrongCode', { n: answer.triesLeft }) : t('codeOver'),
      });
    setChecked(answer);
    setUserId(answer.accounts?.[0]?.userId ?? 0);
    setStep('password');
  };
  const reset = async (): Promise<void> => {
    const userName = accounts.find((one) => one.userId === userId)?.userName ?? '';
    const problem = passwordProblem(typed.password, [userName]);
    if (problem) return setFaults({ password: say(problem) });
    if (typed.password !== typed.repeat) return setFaults({ repeat: t('differs') });
    await post(
      'sys/resetPassword',
      { ticket: checked?.ticket, userId, password: typed.password },
      { quiet: true },
    );
    notify('success', t('passwordChanged'));
    await navigate({ to: LOGIN });
  };
  const act = { phone: send, code: check, password: reset };
  const submit = async (event?: FormEvent, what: Step = step): Promise<void> => {
    event?.preventDefault();
    setBusy(true);
    setFaults({});
    try {
      await act[what]();
    } catch (error) {
      const said = error instanceof ApiError ? error.message : String(error);
      setFaults({ [error instanceof ApiError && error.field === 'phone' ? 'phone' : step]: said });
    } finally {
      setBusy(false);
    }
  };
  return (
    <PublicFrame title={t('forgot')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <h1>{t('forgot')}</h1>
        <p className={styles.lead} aria-live="polite">
          {step === 'phone' ? t('forgotLead') : step === 'code' ? sent : t('newPasswordLead')}
        </p>
        {step === 'phone' && (
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
        )}
        {step === 'code' && (
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
        )}
        {step === 'password' && (
          <>
            {accounts.length > 1 && (
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
            )}
            <NewPassword typed={typed} onType={type} faults={faults} />
          </>
        )}
        <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
          {t(step === 'phone' ? 'sendCode' : step === 'code' ? 'continue' : 'setNewPassword')}
        </Button>
        <p className={styles.register}>
          {step === 'code' && (
            <>
              <Button kind="link" disabled={busy} onClick={() => void submit(undefined, 'phone')}>
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
