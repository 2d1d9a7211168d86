import { useEffect, useRef } from 'react';
import { BATCH_STATES, BATCH_TRIGGERS } from '#contract/upload.ts';
import { MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { get } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { BatchLine } from '../contract.ts';
import { isOpen, refreshReporting } from './calls.ts';
import { BATCH_STATUS } from './record.ts';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

/** Says how a batch ended that was seen under way. */
function useEnd(batch: BatchLine | null): void {
  const t = useReportTexts();
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (!batch) return;
    if (isOpen(batch.state)) {
      seen.current = batch.key;
      return;
    }
    if (seen.current !== batch.key) return;
    seen.current = null;
    const { refused, held } = batch.counts;
    if (batch.process === 1 && refused + held === 0) notify('success', t('uploaded'));
    else if (batch.process === 1) notify('warning', t('uploadedBut', { refused, held }));
    void refreshReporting();
  }, [batch, t]);
}

const PARTS = ['acknowledged', 'refused', 'unknown', 'waiting', 'held'] as const;

/** The batch under way, or the last one: its bar, its counts, and the button that stops it. */
export function BatchPanel({
  batch,
  timeZone,
}: {
  readonly batch: BatchLine | null;
  readonly timeZone: string;
}) {
  const t = useReportTexts();
  const say = useText();
  const may = useMay('yunshui.uploadRecord.send');
  useEnd(batch);
  if (!batch)
    return (
      <Panel title={t('last')}>
        <EmptyState why={t('noBatch')} next={t('noBatchNext')} height={120} />
      </Panel>
    );
  const { state, key } = batch;
  const stop = async (): Promise<void> => {
    const good = await get('yunshui/uploadRecord/dataUpdateStop', { key }).then(
      () => true,
      () => false,
    );
    if (good) notify('success', t('stopped'));
    await refreshReporting();
  };
  return (
    <Panel
      title={isOpen(state) ? t('running') : t('last')}
      unit={`${batch.name} · ${say(BATCH_TRIGGERS[batch.trigger])} ${batch.startedAt === null ? '' : secondAt(timeZone, batch.startedAt)}`}
      extra={
        isOpen(state) && may ? (
          <Button onClick={() => void stop()}>{t('stop')}</Button>
        ) : (
          <StatusDot status={BATCH_STATUS[state]} text={say(BATCH_STATES[state])} />
        )
      }
    >
      <Counts batch={batch} />
    </Panel>
  );
}

/** The bar and what it is made of. */
function Counts({ batch }: { readonly batch: BatchLine }) {
  const t = useReportTexts();
  const { counts, state, process } = batch;
  const settled = counts.acknowledged + counts.refused + counts.unknown + counts.held;
  const numbers = { ...counts, waiting: Math.max(0, counts.total - settled) };
  return (
    <>
      <progress className="visually-hidden" aria-label={batch.name} max={1} value={process} />
      <div className={styles.bar} aria-hidden>
        {PARTS.map((part) => (
          <i key={part} className={styles[part]} style={{ flexGrow: numbers[part] }} />
        ))}
      </div>
      <p className={styles.counts}>
        <b>{counts.total === 0 && process === 0 ? MISSING : `${Math.floor(process * 100)}%`}</b>
        {PARTS.map((part) => (
          <span key={part}>
            <i className={styles[part]} />
            {t(part)} <b>{numbers[part]}</b>
          </span>
        ))}
        {counts.skipped > 0 && <span>{t('skipped', { n: counts.skipped })}</span>}
        <small>{batch.message ?? (isOpen(state) ? t('stopNote') : '')}</small>
      </p>
    </>
  );
}
