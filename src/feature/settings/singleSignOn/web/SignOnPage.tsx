import { Link, useRouter } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { openGate } from '#web/api/gate.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { LOGIN } from '#web/session/address.ts';
import { PublicFrame } from '#web/session/PublicFrame.tsx';
import { nextAddress, sessionQuery } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { doorQuery } from './door.ts';
import frame from '#web/session/LoginPage.module.css';
import styles from './SignOn.module.css';
import { SignOnButton } from './SignOnButton.tsx';
import type { texts } from './texts.ts';

/** Where the provider sends the browser back to: hands in what it gave, or says why that opened no session. */
export default function SignOnPage() {
  const t = useTexts<typeof texts>('singleSignOn');
  const router = useRouter();
  const door = useQuery(doorQuery);
  const begun = useRef(false);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const answer = location.hash.split('?').slice(1).join('?');
    // What opens a session once stays neither in the address nor in the history.
    history.replaceState(history.state, '', `${location.pathname}#/singleSignOn`);
    post('sys/singleSignOn/login', { answer }, { quiet: true })
      .then(async () => {
        openGate();
        queryClient.clear();
        router.history.replace(nextAddress(await queryClient.fetchQuery(sessionQuery)));
      })
      .catch((error: unknown) => setFault(error instanceof ApiError ? error.message : String(error)));
  }, [router]);
  return (
    <PublicFrame title={t(fault === null ? 'completing' : 'failed')}>
      {fault === null ? (
        <div className={frame.doors} aria-live="polite">
          <LoadingState />
          <p className={styles.lead}>{t('completing')}</p>
        </div>
      ) : (
        <div className={frame.doors}>
          <h1>{t('failed')}</h1>
          <p className={styles.lead} role="alert">
            {fault}
          </p>
          {door.data?.configured && <SignOnButton name={door.data.name} main />}
          <Link to={LOGIN}>{t('backToLogin')}</Link>
        </div>
      )}
    </PublicFrame>
  );
}
