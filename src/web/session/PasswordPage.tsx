import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { LOGIN } from './address.ts';
import { logOut, useSession } from './session.ts';

/** Says that a password has expired, or who sets it, and leads back to the log-in. */
export default function PasswordPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const navigate = useNavigate();
  const expired = useSession().passwordExpired === 1;
  return (
    <Panel>
      <EmptyState
        why={expired ? t('expired') : t('setPassword')}
        next={expired ? t('expiredNext') : t('setPasswordNext')}
        height={320}
      >
        <Button kind="primary" onClick={() => void logOut(() => navigate({ to: LOGIN }))}>
          {t('backToLogin')}
        </Button>
      </EmptyState>
    </Panel>
  );
}
