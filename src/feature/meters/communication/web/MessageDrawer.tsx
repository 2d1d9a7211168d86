import { useQuery } from '@tanstack/react-query';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { messageQuery } from './calls.ts';
import { CodeBox } from './CodeBox.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { secondText } from './secondText.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

/** JSON with line breaks; anything else as it came. */
function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** One raw message with its payload. */
export function MessageDrawer({ id, zone, onClose }: { id: number; zone: string; onClose: () => void }) {
  const t = useCommunicationTexts();
  const { data, error, refetch } = useQuery(messageQuery(id));
  return (
    <Dialog side="right" width={560} title={t('message')} onClose={onClose}>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : (
        <>
          <dl className={`${kit.facts} ${styles.facts}`}>
            <dt>{t('receivedAt')}</dt>
            <dd>{secondText(zone, data.receivedAt)}</dd>
            <dt>{t('gateway')}</dt>
            <dd>{data.gatewayName}</dd>
            <dt>{t('door')}</dt>
            <dd>{t(`door_${data.door}`)}</dd>
            <dt>{t('topic')}</dt>
            <dd className={styles.mono}>{data.topic ?? MISSING}</dd>
            <dt>{t('bytes')}</dt>
            <dd>{formatNumber(data.bytes, 0)}</dd>
            <dt>{t('accepted')}</dt>
            <dd>{formatNumber(data.accepted, 0)}</dd>
            <dt>{t('rejected')}</dt>
            <dd>{formatNumber(data.rejected, 0)}</dd>
          </dl>
          <CodeBox label={t('payload')} code={readable(data.payload)} />
          {data.bytes > data.payload.length && <p className={styles.quiet}>{t('payloadCut')}</p>}
        </>
      )}
    </Dialog>
  );
}
