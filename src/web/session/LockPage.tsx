import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { doorQuery, SignOnButton } from '#feature/settings/singleSignOn/web/public.ts';
import { ApiError, get, post } from '#web/api.ts';
import { openGate } from '#web/api/gate.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { takeReturnAddress } from '#web/api/returnAddress.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { LOGIN } from './address.ts';
import styles from './LoginForm.module.css';
import { PublicFrame } from './PublicFrame.tsx';
import { SecondCode } from './SecondCode.tsx';
import { logOut } from './session.ts';
import { TextBox } from './TextBox.tsx';

interface Locked {
  readonly locked: boolean;
  readonly name: string;
  readonly icon: string | null;
  readonly secondFactor: boolean;
}

/** Locks the session as it opens, and unlocks it with the password; then the page from before is back. */
export default function LockPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const router = useRouter();
  const navigate = useNavigate();
  const { data: door } = useQuery(doorQuery);
  const [who, setWho] = useState<Locked | null>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<{ readonly password?: string; readonly code?: string }>({});
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
    if (!password) return setFault({ password: t('needPassword') });
    setBusy(true);
    try {
      await post('sys/unlock', { password, code }, { quiet: true });
      openGate();
      await queryClient.invalidateQueries({ refetchType: 'none' });
      router.history.push(takeReturnAddress() ?? '/');
    } catch (error) {
      const said = error instanceof ApiError ? error.message : String(error);
      setFault({ [error instanceof ApiError && error.field === 'code' ? 'code' : 'password']: said });
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
            fault={fault.password}
          />
          {who.secondFactor && <SecondCode value={code} onChange={setCode} fault={fault.code} />}
          <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
            {t('unlock')}
          </Button>
          {/* Who came by the provider may have no password here. */}
          {door?.configured && <SignOnButton name={door.name} main={false} />}
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
