import { useTexts } from '#web/text/useTexts.ts';
import { LoginForm } from './LoginForm.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** The log-in page. */
export function LoginPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  return (
    <PublicFrame title={t('logIn')}>
      <LoginForm />
    </PublicFrame>
  );
}
