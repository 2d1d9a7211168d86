import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { ApiError, get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { takeReturnAddress } from '#web/api/returnAddress.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { LOGIN } from './address.ts';
import styles from './LoginForm.module.css';
import { PublicFrame } from './PublicFrame.tsx';
import { logOut } from './session.ts';
import { TextBox } from './TextBox.tsx';

interface Locked {
  readonly locked: boolean;
  readonly name: string;
  readonly icon: string | null;
}

/** Locks the session as it opens, and unlocks it with the password; then the page from before is back. */
export default function LockPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const router = useRouter();
  const navigate = useNavigate();
  const [who, setWho] = useState<Locked | null>(null);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Whoever has no session is led to the log-in by the reply itself.
    get<Locked>('sys/getLock', {}, { quiet: true })
      .then(async (found) => {
        if (!found.locked) await post('sys/lock', {}, { quiet: true });
        setWho(found);
      })
      .catch(() => undefined);
  }, []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!password) return setFault(t('needPassword'));
    setBusy(true);
    try {
      await post('sys/unlock', { password }, { quiet: true });
      await queryClient.invalidateQueries({ refetchType: 'none' });
      router.history.push(takeReturnAddress() ?? '/');
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <PublicFrame title={t('locked')}>
      {who ? (
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <h1>{t('locked')}</h1>
          <p className={styles.lead}>{t('lockedNext')}</p>
          <div className={styles.who}>
            {/* The picture itself is behind the lock. */}
            <span>
              <Icon icon={UserOutlined} size={22} />
            </span>
            {who.name}
          </div>
          <TextBox
            label={t('password')}
            name="password"
            icon={LockOutlined}
            secret
            focus
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            fault={fault}
          />
          <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
            {t('unlock')}
          </Button>
          <p className={styles.register}>
            <Button kind="link" onClick={() => void logOut(() => navigate({ to: LOGIN }))}>
              {t('otherAccount')}
            </Button>
          </p>
        </form>
      ) : (
        <LoadingState />
      )}
    </PublicFrame>
  );
}
