import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { passwordProblem } from '#contract/password.ts';
import { ApiError, post } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { notify } from '#web/ui/notice.ts';
import { LOGIN } from './address.ts';

/** An account that the telephone belongs to. */
interface Account {
  readonly userId: number;
  readonly userName: string;
  readonly name: string;
}

interface Checked {
  readonly valid: boolean;
  readonly triesLeft: number;
  readonly ticket?: string;
  readonly accounts?: readonly Account[];
}

type Step = 'phone' | 'code' | 'password';
type Typed = Record<Step | 'repeat', string>;

/** A password that is being set anew, with what was typed and what is wrong with it. */
export interface Forgotten {
  readonly step: Step;
  readonly typed: Readonly<Typed>;
  readonly type: (name: keyof Typed) => (value: string) => void;
  readonly faults: Readonly<Partial<Typed>>;
  /** Where the code was sent, as the server says it. */
  readonly sent: string;
  readonly accounts: readonly Account[];
  readonly userId: number;
  readonly setUserId: (id: number) => void;
  readonly busy: boolean;
  /** Does what the step is for; `phone` sends another code. */
  readonly submit: (what?: Step) => void;
}

/** The three steps of a forgotten password: telephone, the code that comes to it, a new password. */
export function useForgotten(): Forgotten {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const setPassword = useSetPassword();
  const [step, setStep] = useState<Step>('phone');
  const [typed, setTyped] = useState<Typed>({ phone: '', code: '', password: '', repeat: '' });
  const [sent, setSent] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [userId, setUserId] = useState(0);
  const [faults, setFaults] = useState<Partial<Typed>>({});
  const [busy, setBusy] = useState(false);
  const accounts = checked?.accounts ?? [];
  const phone = typed.phone.trim();

  const send = async (): Promise<void> => {
    if (!phone) return setFaults({ phone: t('needPhone') });
    const reported = await post<{ message: string }>(
      'sys/sendSMS',
      { phone, type: 'forgot' },
      { quiet: true },
    );
    setSent(reported.message);
    setTyped((now) => ({ ...now, code: '' }));
    setStep('code');
  };
  const check = async (): Promise<void> => {
    const code = typed.code.trim();
    if (!/^\d{6}$/.test(code)) return setFaults({ code: t('needCode') });
    const answer = await post<Checked>('sys/checkSms', { phone, code }, { quiet: true });
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
    const wrong = await setPassword({ ...typed, ticket: checked?.ticket, userId, userName });
    if (wrong) setFaults(wrong);
  };
  const act = { phone: send, code: check, password: reset };
  const submit = async (what: Step): Promise<void> => {
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
  const type = (name: keyof Typed) => (value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setFaults({});
  };
  return { step, typed, type, faults, sent, accounts, userId, setUserId, busy, submit: (what = step) => void submit(what) }; // prettier-ignore
}

interface NewPassword {
  readonly password: string;
  readonly repeat: string;
  readonly ticket: string | undefined;
  readonly userId: number;
  readonly userName: string;
}

/** Sets the new password and leads to log-in; answers what is wrong with it. */
function useSetPassword() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  const navigate = useNavigate();
  return async ({
    password,
    repeat,
    ticket,
    userId,
    userName,
  }: NewPassword): Promise<Partial<Typed> | null> => {
    const problem = passwordProblem(password, [userName]);
    if (problem) return { password: say(problem) };
    if (password !== repeat) return { repeat: t('differs') };
    await post('sys/resetPassword', { ticket, userId, password }, { quiet: true });
    notify('success', t('passwordChanged'));
    await navigate({ to: LOGIN });
    return null;
  };
}
