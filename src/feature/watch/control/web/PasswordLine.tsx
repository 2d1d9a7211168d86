import { Input } from 'antd';
import { useSession } from '#web/session/session.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

interface PasswordLineProps {
  readonly password: string;
  readonly code: string;
  readonly onPassword: (password: string) => void;
  readonly onCode: (code: string) => void;
  readonly onEnter: () => void;
}

/** The own password, and the code where the account has a second factor. */
export function PasswordLine({ password, code, onPassword, onCode, onEnter }: PasswordLineProps) {
  const t = useControlTexts();
  const { secondFactor } = useSession();
  return (
    <div className={`${kit.bar} ${styles.line}`}>
      <Input.Password
        aria-label={t('password')}
        placeholder={t('password')}
        autoComplete="current-password"
        value={password}
        data-focus
        onChange={(event) => onPassword(event.target.value)}
        onPressEnter={onEnter}
      />
      {secondFactor && (
        <Input
          aria-label={t('code2')}
          placeholder={t('code2')}
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={(event) => onCode(event.target.value)}
          onPressEnter={onEnter}
        />
      )}
      <small className={kit.quiet}>{t('tenMinutes')}</small>
    </div>
  );
}
