import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import { Link, useRouter } from '@tanstack/react-router';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '#web/api.ts';
import { takeReturnAddress } from '#web/api/returnAddress.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { RESET_PASSWORD } from './address.ts';
import styles from './LoginForm.module.css';
import { rememberedUserName, rememberUserName } from './remember.ts';
import { logIn } from './session.ts';

interface Faults {
  readonly userName?: string;
  readonly password?: string;
}

/** User name and password; errors stand under their field, with the tries that are left. */
export function LoginForm() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const router = useRouter();
  const [userName, setUserName] = useState(rememberedUserName);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(userName !== '');
  const [visible, setVisible] = useState(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});

  const submit = async (): Promise<void> => {
    const missing: Faults = {
      ...(userName.trim() ? {} : { userName: t('needUserName') }),
      ...(password ? {} : { password: t('needPassword') }),
    };
    setFaults(missing);
    if (missing.userName || missing.password) return;
    setBusy(true);
    try {
      const { passwordExpired } = await logIn(userName.trim(), password);
      rememberUserName(remember ? userName.trim() : null);
      router.history.push(passwordExpired === 1 ? RESET_PASSWORD : (takeReturnAddress() ?? '/'));
    } catch (error) {
      setFaults({ password: error instanceof ApiError ? error.message : String(error) });
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <h1>{t('logIn')}</h1>
      <Field label={t('userName')} fault={faults.userName}>
        {(described) => (
          <span className={styles.box}>
            <Icon icon={UserOutlined} />
            <input
              {...described}
              type="text"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={userName}
              onChange={(event) => setUserName(event.target.value)}
            />
          </span>
        )}
      </Field>
      <Field label={t('password')} fault={faults.password}>
        {(described) => (
          <span className={styles.box}>
            <Icon icon={LockOutlined} />
            <input
              {...described}
              type={visible ? 'text' : 'password'}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button
              kind="icon"
              aria-label={t('showPassword')}
              aria-pressed={visible}
              onClick={() => setVisible(!visible)}
            >
              <Icon icon={visible ? EyeOutlined : EyeInvisibleOutlined} />
            </Button>
          </span>
        )}
      </Field>
      <div className={styles.line}>
        <label className={styles.check}>
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          {t('remember')}
        </label>
        {findPage(pages, '/forgot') && <Link to="/forgot">{t('forgot')}</Link>}
      </div>
      <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
        {t('logIn')}
      </Button>
      {findPage(pages, '/register') && (
        <p className={styles.register}>
          {t('noAccount')} <Link to="/register">{t('register')}</Link>
        </p>
      )}
    </form>
  );
}

interface Described {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

function Field({
  label,
  fault,
  children,
}: {
  label: string;
  fault: string | undefined;
  children: (described: Described) => ReactNode;
}) {
  const id = useId();
  const faultId = `${id}-fault`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': fault ? faultId : undefined })}
      <div id={faultId} className={styles.fault} role="alert">
        {fault && <StatusDot status="alarm" text={fault} />}
      </div>
    </div>
  );
}
