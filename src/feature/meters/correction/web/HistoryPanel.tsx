import { Input } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { momentAt, spanText } from '#domain/time/text.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { Repair } from '../contract.ts';
import { historyQuery, undoRepair } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterRepair.module.css';
import { nameOf } from './operation.ts';
import { Steps } from './Steps.tsx';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

export interface HistoryPanelProps {
  readonly ammeterId: number;
  readonly zone: string;
  /** Where it stands among other histories. */
  readonly title?: string;
}

/** What was corrected on a meter, by whom, when and why, each with its way back. */
export function HistoryPanel({ ammeterId, zone, title }: HistoryPanelProps) {
  const t = useCorrectionTexts();
  const mayUndo = useMay('correction.undo');
  const [page, setPage] = useState(1);
  const [query, setAsked] = useState<Repair | null>(null);
  const { data, error, refetch } = useQuery(historyQuery(ammeterId, page));
  return (
    <Panel title={title ?? t('history')}>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={80} />
      ) : data.list.length === 0 ? (
        <EmptyState why={t('historyNone')} height={80} />
      ) : (
        <ul className={`${kit.list} ${styles.history}`} data-testid="history">
          {data.list.map((one) => (
            <li key={one.id} data-undone={one.undoneAt !== null}>
              <div>
                <b>{t(nameOf(one.kind))}</b> {one.amount === null ? '' : formatFull(Number(one.amount))}
                <span className={styles.amount}>
                  {formatFull(one.now)} → {formatFull(one.after)}
                </span>
              </div>
              <div>{spanText(zone, one.from, one.to)}</div>
              <div>{one.reason}</div>
              <small>
                {one.createdBy ?? ''} {momentAt(zone, one.createdAt).slice(0, 16)}
                {one.undoneAt !== null &&
                  ` • ${t('undone')} ${one.undoneBy ?? ''} ${momentAt(zone, one.undoneAt).slice(0, 16)} ${one.undoReason ?? ''}`}
              </small>
              {mayUndo && one.undoneAt === null && (
                <Button kind="link" onClick={() => setAsked(one)}>
                  {t('undo')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && (
        <Steps
          page={page}
          pageSize={data.pagination.pageSize}
          total={data.pagination.total}
          onPage={setPage}
        />
      )}
      {query && <UndoDialog repair={query} zone={zone} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function UndoDialog({ repair, zone, onClose }: { repair: Repair; zone: string; onClose: () => void }) {
  const t = useCorrectionTexts();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const undo = async (): Promise<void> => {
    setBusy(true);
    try {
      await undoRepair(repair.id, reason.trim());
      onClose();
    } catch {
      // The call has told what failed.
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('undoTitle')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="danger" disabled={busy || reason.trim() === ''} onClick={() => void undo()}>
            {t('undo')}
          </Button>
        </>
      }
    >
      <p>
        {t('undoText', { what: t(nameOf(repair.kind)), interval: spanText(zone, repair.from, repair.to) })}
      </p>
      <label className={`${kit.stackTight} ${styles.field}`}>
        <span>{t('reason')}</span>
        <Input.TextArea
          data-focus
          rows={2}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
    </Dialog>
  );
}
