import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import UserOutlined from '@ant-design/icons-svg/es/asn/UserOutlined';
import { Link, useRouter } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiError } from '#web/api.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './LoginForm.module.css';
import { remembered, rememberUserName } from './remember.ts';
import { SecondCode } from './SecondCode.tsx';
import { logIn, nextAddress } from './session.ts';
import { TextBox } from './TextBox.tsx';

interface Faults {
  readonly userName?: string;
  readonly password?: string;
  readonly code?: string;
}

/**
 * User name and password, then the code of the second factor where the account has one; errors stand under their
 * field, with the tries that are left.
 */
export function LoginForm() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const router = useRouter();
  const [userName, setUserName] = useState(remembered);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(userName !== '');
  // Null until a code is wanted.
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});

  const submit = async (): Promise<void> => {
    const missing: Faults = {
      ...(userName.trim() ? {} : { userName: t('needUserName') }),
      ...(password ? {} : { password: t('needPassword') }),
      ...(code === '' ? { code: t('needSecondCode') } : {}),
    };
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const session = await logIn({ userName: userName.trim(), password, remember, code: code ?? '' });
      rememberUserName(remember ? userName.trim() : null);
      router.history.push(nextAddress(session));
    } catch (error) {
      setBusy(false);
      const said = error instanceof ApiError ? error.message : String(error);
      if (!(error instanceof ApiError) || error.field !== 'code') {
        // A password that is wrong now was changed meanwhile: from the beginning.
        if (error instanceof ApiError && error.field === 'password') setCode(null);
        return setFaults(
          error instanceof ApiError && error.code === 429 && code !== null
            ? { code: said }
            : { password: said },
        );
      }
      if (code !== null) setFaults({ code: said });
      setCode('');
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <h1>{t(code === null ? 'logIn' : 'secondStep')}</h1>
      {code !== null && (
        <>
          <p className={styles.lead}>{t('secondStepLead', { name: userName.trim() })}</p>
          <SecondCode focus value={code} onChange={setCode} fault={faults.code} />
          <Button kind="primary" type="submit" className={styles.submit} disabled={busy}>
            {t('logIn')}
          </Button>
          <p className={styles.register}>
            <Button
              kind="link"
              onClick={() => {
                setCode(null);
                setPassword('');
                setFaults({});
              }}
            >
              {t('backToAccount')}
            </Button>
          </p>
        </>
      )}
      <div hidden={code !== null}>
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
            <input
              type="checkbox"
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
            />
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
      </div>
    </form>
  );
}
