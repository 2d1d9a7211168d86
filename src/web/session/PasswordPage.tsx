import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { passwordProblem, PASSWORD_RULE } from '#contract/password.ts';
import { ApiError, get, post } from '#web/api.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import styles from './Profile.module.css';
import { SecondCode } from './SecondCode.tsx';
import { nextAddress, renewSession, useSession } from './session.ts';
import { TextBox } from './TextBox.tsx';

type Name = 'old' | 'new' | 'repeat' | 'code';
const EMPTY: Readonly<Record<Name, string>> = { old: '', new: '', repeat: '', code: '' };

/** Changes the own password; where it has expired, nothing else is open until then. */
export default function PasswordPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  const router = useRouter();
  const { user, passwordExpired, secondFactor } = useSession();
  const state = useQuery({
    queryKey: ['sys', 'getPasswordChange'],
    queryFn: () => get<{ expiresAt?: string }>('sys/orgEmployee/getPasswordChange', {}, { quiet: true }),
  });
  // Known since the log-in: whoever is quick does not wait for another answer.
  const due = passwordExpired === 1;
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({});
  const [busy, setBusy] = useState(false);
  const type = (name: Name) => (value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setFaults({});
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const problem = passwordProblem(typed.new, [user.userName, user.name, user.orgName ?? ''], typed.old);
    const found = {
      ...(typed.old ? {} : { old: t('needPassword') }),
      ...(problem ? { new: say(problem) } : {}),
      ...(typed.repeat === typed.new ? {} : { repeat: t('differs') }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { repeat: _, ...given } = typed;
      await post('sys/orgEmployee/updateOwnPassword', given, { quiet: true });
      notify('success', t('passwordChanged'));
      setTyped(EMPTY);
      const session = await renewSession();
      if (due) router.history.push(nextAddress(session));
    } catch (error) {
      const field =
        error instanceof ApiError && (error.field === 'new' || error.field === 'code') ? error.field : 'old';
      setFaults({ [field]: error instanceof ApiError ? error.message : String(error) });
    } finally {
      setBusy(false);
    }
  };
  const until = state.data?.expiresAt?.slice(0, 10);
  return (
    <Panel title={t('changePassword')}>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.note}>
          {due ? t('expiredLead') : until ? t('validUntil', { date: until }) : null} {t('passwordEffect')}
        </p>
        {/* Lets a password manager know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.userName} readOnly />
        <TextBox
          label={t('oldPassword')}
          name="old"
          secret
          autoComplete="current-password"
          value={typed.old}
          onChange={type('old')}
          fault={faults.old}
        />
        <TextBox
          label={t('newPassword')}
          name="new"
          secret
          autoComplete="new-password"
          help={say(PASSWORD_RULE)}
          value={typed.new}
          onChange={type('new')}
          fault={faults.new}
        />
        <TextBox
          label={t('repeatPassword')}
          name="repeat"
          secret
          autoComplete="new-password"
          value={typed.repeat}
          onChange={type('repeat')}
          fault={faults.repeat}
        />
        {secondFactor && <SecondCode value={typed.code} onChange={type('code')} fault={faults.code} />}
        <Button kind="primary" type="submit" disabled={busy}>
          {t('changePassword')}
        </Button>
      </form>
    </Panel>
  );
}
