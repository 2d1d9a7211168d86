import SafetyOutlined from '@ant-design/icons-svg/es/asn/SafetyOutlined';
import { useTexts } from '#web/text/useTexts.ts';
import { TextBox } from './TextBox.tsx';

/** The code that goes with a password: six digits of an authenticator, or a recovery code. */
export function SecondCode(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | undefined;
  readonly focus?: boolean;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  return (
    <TextBox
      {...props}
      label={t('secondCode')}
      name="code"
      icon={SafetyOutlined}
      autoComplete="one-time-code"
      maxLength={40}
      help={t('secondCodeHelp')}
    />
  );
}
