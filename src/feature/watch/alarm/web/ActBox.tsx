import { Input, Select } from 'antd';
import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { AlarmRow } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Alarm.module.css';
import { commentAlarm, confirmAlarm, shelveAlarm, unshelveAlarm } from './calls.ts';
import { OrderLine } from './OrderLine.tsx';
import { useAlarmTexts } from './useAlarmTexts.ts';

const LENGTH = 300;
const PHRASES = ['sent', 'reduced', 'falseAlarm', 'repair'] as const;
const HOUR = 60;
/** Offered times, minutes; eight hours is the longest there is. */
const TIMES = [15, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];

/** What a person does with a record: confirm, comment, put it aside. `data-alarm-key` is where the keys C and S lead. */
export function ActBox({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const mayConfirm = useMay('event.alarmRecord.confirm');
  const mayShelve = useMay('event.alarmRecord.shelve');
  const mayOrder = useMay('alarm.workOrder.add');
  if (!mayConfirm && !mayShelve && !mayOrder) return null;
  return (
    <section className={styles.acting}>
      {mayConfirm && <NoteLine row={row} />}
      {mayShelve && row.chatters && row.shelvedUntil === null && (
        <p className={styles.changed}>{t('chatters')}</p>
      )}
      {mayShelve && (row.alarmId !== null || row.watchKind !== null) && <ShelfLine row={row} />}
      {mayOrder && <OrderLine row={row} />}
    </section>
  );
}

function NoteLine({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const [note, setNote] = useState('');
  const [busy, run] = useOneAtATime();
  const waits = row.process === '0';
  const send = (what: typeof confirmAlarm, done: string): Promise<void> =>
    run(async () => {
      await what(row.id, note);
      setNote('');
      notify('success', done);
    }).catch(() => {});
  const confirm = (): void => void send(confirmAlarm, t('confirmed'));
  const comment = (): void => void send(commentAlarm, t('commented'));
  return (
    <>
      <div className={kit.wrap}>
        {PHRASES.map((phrase) => (
          <Button
            key={phrase}
            className={styles.phrase}
            aria-pressed={note === t(phrase)}
            onClick={() => setNote(t(phrase))}
          >
            {t(phrase)}
          </Button>
        ))}
      </div>
      <div className={`${kit.row} ${styles.line}`}>
        <Input
          aria-label={t('note')}
          placeholder={t('noteHint')}
          maxLength={LENGTH}
          value={note}
          data-alarm-key="c"
          onChange={(event) => setNote(event.target.value)}
          onPressEnter={waits ? confirm : comment}
        />
        {waits && (
          <Button kind="primary" className={styles.press} disabled={busy} onClick={confirm}>
            {t('confirm')}
          </Button>
        )}
        <Button className={styles.press} disabled={busy || note.trim() === ''} onClick={comment}>
          {t('comment')}
        </Button>
      </div>
    </>
  );
}

function ShelfLine({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const [minutes, setMinutes] = useState(HOUR);
  const [reason, setReason] = useState('');
  const [busy, run] = useOneAtATime();
  // On a phone the way to confirm is not to be hidden by what is rare.
  const [folded, setFolded] = useState(useNarrow() && !row.chatters);
  if (row.shelvedUntil !== null)
    return (
      <div className={`${kit.row} ${styles.line}`}>
        <span className={styles.quiet}>{row.shelvedFor}</span>
        <Button
          className={styles.press}
          disabled={busy}
          data-alarm-key="s"
          onClick={() =>
            void run(async () => {
              await unshelveAlarm(row.id);
              notify('success', t('unshelvedDone'));
            }).catch(() => {})
          }
        >
          {t('unshelve')}
        </Button>
      </div>
    );
  if (folded) return <Button onClick={() => setFolded(false)}>{t('shelve')}</Button>;
  const shelve = (): void =>
    void run(async () => {
      await shelveAlarm(row.id, minutes, reason);
      setReason('');
      notify('success', t('shelvedDone'));
    }).catch(() => {});
  return (
    <div className={`${kit.row} ${styles.line}`}>
      <Select
        aria-label={t('duration')}
        className={styles.duration ?? ''}
        value={minutes}
        options={TIMES.map((value) => ({
          value,
          label: value < HOUR ? t('minutes', { n: value }) : t('hours', { n: value / HOUR }),
        }))}
        onChange={setMinutes}
      />
      <Input
        aria-label={t('reason')}
        placeholder={t('reason')}
        maxLength={LENGTH}
        value={reason}
        data-alarm-key="s"
        onChange={(event) => setReason(event.target.value)}
        onPressEnter={shelve}
      />
      <Button className={styles.press} disabled={busy} onClick={shelve}>
        {t('shelve')}
      </Button>
    </div>
  );
}
