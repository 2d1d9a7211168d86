import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { passwordProblem } from '#contract/password.ts';
import { ApiError, post } from '#web/api.ts';
import { LOGIN } from '#web/session/address.ts';
import styles from '#web/session/LoginForm.module.css';
import { NewPassword } from '#web/session/NewPassword.tsx';
import { PublicFrame } from '#web/session/PublicFrame.tsx';
import { logIn, nextAddress } from '#web/session/session.ts';
import { deviceTime } from '#web/session/zone.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { InvitedAccount } from '../contract.ts';

type Faults = Partial<Record<'password' | 'repeat', string>>;

/** Whoever was invited chooses the password of the account, and is in. */
export default function InvitationPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const s = useTexts<typeof import('#web/session/texts.ts').texts>('session');
  const search: { token?: unknown } = useSearch({ strict: false });
  const token = typeof search.token === 'string' ? search.token : '';
  const invited = useQuery({
    queryKey: ['sys', 'invitation', token],
    queryFn: () => post<InvitedAccount>('sys/invitation/look', { token }, { quiet: true }),
    enabled: token !== '',
    retry: false,
  });
  const fault = token === '' ? t('noInvitation') : invited.error?.message;
  return (
    <PublicFrame title={t('invitation')}>
      {invited.data ? (
        <PasswordForm token={token} account={invited.data} />
      ) : (
        <div className={styles.form}>
          <h1>{t('invitation')}</h1>
          {fault === undefined ? <LoadingState height={160} /> : <p role="alert">{fault}</p>}
          <p className={styles.register}>
            <Link to={LOGIN}>{s('backToLogin')}</Link>
          </p>
        </div>
      )}
    </PublicFrame>
  );
}

function PasswordForm({ token, account }: { token: string; account: InvitedAccount }) {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const s = useTexts<typeof import('#web/session/texts.ts').texts>('session');
  const say = useText();
  const router = useRouter();
  const [typed, setTyped] = useState({ password: '', repeat: '' });
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const type = (name: keyof typeof typed) => (value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setFaults({});
  };
  const { userName, name, orgName } = account;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { password } = typed;
    const problem = passwordProblem(password, [userName, name, orgName ?? '']);
    if (problem) return setFaults({ password: say(problem) });
    if (password !== typed.repeat) return setFaults({ repeat: s('differs') });
    setBusy(true);
    try {
      await post('sys/invitation/accept', { token, password }, { quiet: true });
      router.history.replace(nextAddress(await logIn({ userName, password, code: '', remember: false })));
    } catch (error) {
      setFaults({ password: error instanceof ApiError ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };
  const until = deviceTime(account.endsAt);
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('invitation')}</h1>
      <p className={styles.lead}>{t('invitedLead', { name, userName })}</p>
      <p className={styles.lead}>
        {orgName !== null && `${t('invitedBy', { name: orgName })} · `}
        {t('invitedUntil', { time: until })}
      </p>
      {/* Lets a password manager know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={userName} readOnly />
      <NewPassword typed={typed} onType={type} faults={faults} />
      <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
        {t('setAndEnter')}
      </Button>
    </form>
  );
}
