import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import { PASSWORD_RULE } from '#contract/password.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { TextBox } from './TextBox.tsx';

type Name = 'password' | 'repeat';

export interface NewPasswordProps {
  readonly typed: Readonly<Record<Name, string>>;
  readonly onType: (name: Name) => (value: string) => void;
  readonly faults: Readonly<Partial<Record<Name, string>>>;
}

/** The fields of a password that is chosen before log-in: with its rule, and once more. */
export function NewPassword({ typed, onType, faults }: NewPasswordProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const say = useText();
  return (
    <>
      <TextBox
        label={t('newPassword')}
        name="new-password"
        icon={LockOutlined}
        secret
        focus
        autoComplete="new-password"
        help={say(PASSWORD_RULE)}
        value={typed.password}
        onChange={onType('password')}
        fault={faults.password}
      />
      <TextBox
        label={t('repeatPassword')}
        name="repeat"
        icon={LockOutlined}
        secret
        autoComplete="new-password"
        value={typed.repeat}
        onChange={onType('repeat')}
        fault={faults.repeat}
      />
    </>
  );
}
