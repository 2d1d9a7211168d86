import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import type { FactorState } from '#contract/signIn.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EventList } from './EventList.tsx';
import { FactorPanel } from './FactorPanel.tsx';
import { useSession } from '#web/session/session.ts';
import { SessionList } from './SessionList.tsx';
import styles from './Security.module.css';

/** How one's own account is protected: second factor, sessions, what happened to it. */
export default function SecurityPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('security');
  const { secondFactorDue } = useSession();
  const state = useQuery({
    queryKey: ['sys', 'secondFactor'],
    queryFn: () => get<FactorState>('sys/secondFactor/get', {}, { quiet: true }),
  });
  const due = secondFactorDue === 1;
  return (
    <div className={styles.page}>
      <Panel title={t('secondFactor')}>
        {state.isError ? (
          <ErrorState what={state.error.message} onRetry={() => void state.refetch()} />
        ) : state.data ? (
          <FactorPanel state={state.data} due={due} />
        ) : (
          <LoadingState />
        )}
      </Panel>
      {/* While the second factor is due nothing else is answered. */}
      {!due && (
        <>
          <SessionList />
          <EventList />
        </>
      )}
    </div>
  );
}
