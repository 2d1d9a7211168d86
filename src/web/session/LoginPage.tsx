import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { doorQuery } from '#feature/settings/singleSignOn/web/door.ts';
import { SignOnButton } from '#feature/settings/singleSignOn/web/SignOnButton.tsx';
import doors from '#feature/settings/singleSignOn/web/SignOn.module.css';
import { useTexts } from '#web/text/useTexts.ts';
import { LoginForm } from './LoginForm.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** The log-in page: account and password, and the way to the identity provider where there is one. */
export function LoginPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const s = useTexts<typeof import('#feature/settings/singleSignOn/web/texts.ts').texts>('singleSignOn');
  const { searchStr } = useLocation();
  const sought = new URLSearchParams(searchStr).get('local') === '1';
  const { data: door } = useQuery(doorQuery);
  // While nothing is known of a provider there is the password.
  const form = door?.passwordForm !== false || sought;
  return (
    <PublicFrame title={t('logIn')}>
      <div className={doors.doors}>
        {form ? <LoginForm /> : <h1>{t('logIn')}</h1>}
        {door?.configured && (
          <>
            {form && <p className={doors.or}>{s('or')}</p>}
            <SignOnButton name={door.name} main={!form} />
          </>
        )}
      </div>
    </PublicFrame>
  );
}
