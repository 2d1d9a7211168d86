import { useQuery } from '@tanstack/react-query';
import type { Params } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { dryRunQuery } from './calls.ts';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

/** The very bytes that would leave; nothing does. */
export function DryDialog({ params, onClose }: { readonly params: Params; readonly onClose: () => void }) {
  const t = useReportTexts();
  const answer = useQuery(dryRunQuery(params));
  const { data } = answer;
  return (
    <Dialog
      title={t('dryTitle')}
      width={860}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {answer.isError ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={200} />
      ) : !data ? (
        <LoadingState height={200} />
      ) : (
        <>
          <p>{t('drySummary', { figures: data.figures, held: data.held, skipped: data.skipped })}</p>
          {data.requests.length === 0 && <EmptyState why={t('dryNone')} height={120} />}
          {data.requests.map((request) => (
            <section key={request.sha256}>
              <b>
                {request.method} {request.url}
              </b>{' '}
              <small>
                {t('bytes', { n: request.bytes })} · sha256 {request.sha256.slice(0, 16)}…
              </small>
              <pre className={styles.bytes}>{request.body}</pre>
            </section>
          ))}
          {data.more > 0 && <p>{t('dryMore', { n: data.more })}</p>}
        </>
      )}
    </Dialog>
  );
}
