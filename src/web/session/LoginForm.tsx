import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import { Link, useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiError } from '#web/api.ts';
import { takeReturnAddress } from '#web/api/returnAddress.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { RESET_PASSWORD } from './address.ts';
import styles from './LoginForm.module.css';
import { remembered, rememberUserName } from './remember.ts';
import { logIn } from './session.ts';
import { TextBox } from './TextBox.tsx';

interface Faults {
  readonly userName?: string;
  readonly password?: string;
}

/** User name and password; errors stand under their field, with the tries that are left. */
export function LoginForm() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const router = useRouter();
  const [userName, setUserName] = useState(remembered);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(userName !== '');
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
      const { passwordExpired } = await logIn(userName.trim(), password, remember);
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
      <TextBox
        label={t('userName')}
        name="username"
        icon={UserOutlined}
        autoComplete="username"
        value={userName}
        onChange={setUserName}
        fault={faults.userName}
      />
      <TextBox
        label={t('password')}
        name="password"
        icon={LockOutlined}
        secret
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        fault={faults.password}
      />
      <div className={styles.line}>
        <label className={styles.check} title={t('rememberEffect')}>
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
