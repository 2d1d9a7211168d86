import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { timeAt } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { ControlPointWire } from '../contract.ts';
import { CONTROL_KEY, hangTag, pointQuery, takeTagOff } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

const LENGTH = 200;
/** What decides whether work may begin is not overlooked, ms. */
const LONG_MS = 15_000;

/** The maintenance tags at a point: who hung them and why; hang one, take one off. */
export function TagDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useControlTexts();
  const answer = useQuery(pointQuery(id, undefined));
  const point = answer.data?.point;
  const title = point ? t('tagTitle', { code: point.controlCode, name: point.controlName }) : t('tag');
  return (
    <Dialog title={title} onClose={onClose} width={520}>
      {answer.error ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={160} />
      ) : point ? (
        <Tags point={point} />
      ) : (
        <LoadingState height={160} />
      )}
    </Dialog>
  );
}

function Tags({ point }: { readonly point: ControlPointWire }) {
  const t = useControlTexts();
  const client = useQueryClient();
  const may = useMay('archive.iRemoteControl.tag');
  const [busy, run] = useOneAtATime();
  const act = (what: () => Promise<unknown>, done: string): void =>
    void run(async () => {
      await what();
      notify('success', done);
      await client.invalidateQueries({ queryKey: CONTROL_KEY });
    }).catch(() => {});
  const hang = (reason: string): void =>
    void run(async () => {
      const { endedId, underWayId } = await hangTag(point.controlId, reason);
      if (underWayId !== null) notify('warning', t('hungUnderWay', { id: underWayId }), LONG_MS);
      else if (endedId !== null) notify('warning', t('hungEnded', { id: endedId }), LONG_MS);
      else notify('success', t('hung'));
      await client.invalidateQueries({ queryKey: CONTROL_KEY });
    }).catch(() => {});
  const takeOff = async (tagId: number): Promise<void> => {
    if (await confirm({ title: t('takeOff'), text: t('takeOffAsk') }))
      act(() => takeTagOff(tagId), t('takenOff'));
  };
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      {point.tags.length === 0 && <EmptyState why={t('noTags')} height={80} />}
      {point.tags.map((tag) => (
        <div key={tag.tagId} className={styles.tagRow}>
          <span>
            <b>{tag.reason}</b>
            <small>
              {tag.byName} {timeAt(point.timeZone, tag.placedAt)}
            </small>
          </span>
          {may && (
            <Button disabled={busy} onClick={() => void takeOff(tag.tagId)}>
              {t('takeOff')}
            </Button>
          )}
        </div>
      ))}
      {may && <TagLine busy={busy} onHang={hang} />}
    </div>
  );
}

interface TagLineProps {
  readonly busy: boolean;
  readonly onHang: (reason: string) => void;
}

function TagLine({ busy, onHang }: TagLineProps) {
  const t = useControlTexts();
  const [reason, setReason] = useState('');
  const hang = (): void => {
    if (reason.trim() === '') return;
    onHang(reason.trim());
    setReason('');
  };
  return (
    <div className={`${kit.bar} ${styles.line}`}>
      <Input
        aria-label={t('tagReason')}
        placeholder={t('tagReason')}
        maxLength={LENGTH}
        value={reason}
        data-focus
        onChange={(event) => setReason(event.target.value)}
        onPressEnter={hang}
      />
      <Button kind="primary" disabled={busy || reason.trim() === ''} onClick={hang}>
        {t('hang')}
      </Button>
    </div>
  );
}
