import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { passwordProblem, PASSWORD_RULE } from '#contract/password.ts';
import { ApiError, get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { takeReturnAddress } from '#web/api/returnAddress.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import styles from './Profile.module.css';
import { sessionQuery, useSession } from './session.ts';
import { TextBox } from './TextBox.tsx';

type Name = 'old' | 'new' | 'repeat';
const EMPTY: Readonly<Record<Name, string>> = { old: '', new: '', repeat: '' };

/** Changes the own password; where it has expired, nothing else is open until then. */
export default function PasswordPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  const router = useRouter();
  const { user } = useSession();
  const state = useQuery({
    queryKey: ['sys', 'getPasswordChange'],
    queryFn: () =>
      get<{ expiresAt?: string; passwordExpired: 0 | 1 }>(
        'sys/orgEmployee/getPasswordChange',
        {},
        { quiet: true },
      ),
  });
  const due = state.data?.passwordExpired === 1;
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Partial<Record<Name, string>>>({});
  const [busy, setBusy] = useState(false);
  const type = (name: Name) => (value: string) => {
    setTyped((now) => ({ ...now, [name]: value }));
    setFaults({});
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const problem = passwordProblem(typed.new, user.userName, typed.old);
    const found = {
      ...(typed.old ? {} : { old: t('needPassword') }),
      ...(problem ? { new: say(problem) } : {}),
      ...(typed.repeat === typed.new ? {} : { repeat: t('differs') }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await post('sys/orgEmployee/updateOwnPassword', { old: typed.old, new: typed.new }, { quiet: true });
      notify('success', t('passwordChanged'));
      setTyped(EMPTY);
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      // What was refused until now is asked again.
      void queryClient.invalidateQueries();
      if (due) router.history.push(takeReturnAddress() ?? '/');
    } catch (error) {
      const field = error instanceof ApiError && error.field === 'new' ? 'new' : 'old';
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
        <Button kind="primary" type="submit" disabled={busy}>
          {t('changePassword')}
        </Button>
      </form>
    </Panel>
  );
}
