import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { doorQuery, SignOnChoice } from '#feature/settings/singleSignOn/web/public.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginPage.module.css';
import { PublicFrame } from './PublicFrame.tsx';

/** The log-in page: account and password, and the way to the identity provider where there is one. */
export function LoginPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const { searchStr } = useLocation();
  const sought = new URLSearchParams(searchStr).get('local') === '1';
  const { data: door } = useQuery(doorQuery);
  // While nothing is known of a provider there is the password.
  const form = door?.passwordForm !== false || sought;
  return (
    <PublicFrame title={t('logIn')}>
      <div className={styles.doors}>
        {form ? <LoginForm /> : <h1>{t('logIn')}</h1>}
        {door?.configured && <SignOnChoice name={door.name} alone={!form} />}
      </div>
    </PublicFrame>
  );
}
