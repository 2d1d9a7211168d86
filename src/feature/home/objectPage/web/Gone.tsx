import { ApiError } from '#web/api/ApiError.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

export interface GoneProps {
  readonly what: 'gone' | 'goneObject';
  /** Null: the address names nothing that could be there. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** In place of a page that cannot be shown: nothing of this id, none for this account, or a failure. */
export function Gone({ what, error, onRetry }: GoneProps) {
  const t = useObjectPageTexts();
  const none = error === null || (error instanceof ApiError && (error.code === 404 || error.code === 403));
  return (
    <Panel>
      {none ? (
        <EmptyState why={t(what)} next={t('goneNext')} height={320}>
          <GoLink goal={{ to: '/' }}>{t('goneLink')}</GoLink>
        </EmptyState>
      ) : (
        <ErrorState what={error.message} onRetry={onRetry} height={320} />
      )}
    </Panel>
  );
}
