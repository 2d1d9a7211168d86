import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import styles from './Slot.module.css';

/** Dims what still belongs to the question before. */
export function Stale({
  query,
  children,
}: {
  query: Pick<UseQueryResult, 'isPlaceholderData'>;
  children: ReactNode;
}) {
  return (
    <div
      className={`${styles.slot} ${query.isPlaceholderData ? styles.stale : ''}`}
      aria-busy={query.isPlaceholderData}
    >
      {children}
    </div>
  );
}

/** A panel whose content is on its way. */
export function Waiting({ title }: { readonly title: string }) {
  return (
    <Panel title={title}>
      <LoadingState height="100%" />
    </Panel>
  );
}

/** A panel of its own answer: stands at its place while it loads, tells its own failure with a way to try again. */
export function Slot<T>({
  query,
  title,
  children,
}: {
  query: UseQueryResult<T, Error>;
  title: string;
  children: (data: T) => ReactNode;
}) {
  return (
    <Stale query={query}>
      {query.isError ? (
        <Panel title={title}>
          <ErrorState what={query.error.message} onRetry={() => void query.refetch()} />
        </Panel>
      ) : query.data === undefined ? (
        <Waiting title={title} />
      ) : (
        children(query.data)
      )}
    </Stale>
  );
}
