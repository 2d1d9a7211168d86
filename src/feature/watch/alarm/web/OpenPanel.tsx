import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { ageText } from '#web/ui/age.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Slot } from '#web/ui/Slot.tsx';
import type { AlarmRow, OpenAlarms } from '../contract.ts';
import { ActBox } from './ActBox.tsx';
import { openQuery } from './calls.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './OpenPanel.module.css';
import { StateWord } from './StateWord.tsx';
import { useAlarmTexts } from './useAlarmTexts.ts';
import { useFeed } from './useFeed.ts';
import { alarmWord, objectWord, peakText, shortTime } from './words.ts';

/** So many are in sight; the monitor has all. */
const SHOWN = 6;
const MONITOR = '/SDNAlertConfig/SDNRTAlertMonitor';

/**
 * The open alarms of an enterprise in a few lines, the gravest first, each confirmed and put aside where it stands. What the
 * platform watches stands among the notices.
 */
export function OpenPanel({ consumerId }: { readonly consumerId: number }) {
  const t = useAlarmTexts();
  const { everyMs } = useFeed(consumerId);
  const answer = useQuery({
    ...openQuery({ enterpriseId: consumerId, shown: 'open', without: 'watch', current: 1, pageSize: SHOWN }),
    refetchInterval: everyMs,
  });
  return (
    <Slot query={answer} title={t('open')}>
      {(open) => <Open open={open} />}
    </Slot>
  );
}

function Open({ open }: { readonly open: OpenAlarms }) {
  const t = useAlarmTexts();
  const [chosen, setChosen] = useState<number | null>(null);
  const { list, levels, pagination, now } = open;
  const waiting = levels.reduce((n, { unconfirmed }) => n + unconfirmed, 0);
  return (
    <Panel
      title={`${t('open')} ${pagination.total}`}
      unit={`${t('unconfirmed')} ${waiting}`}
      extra={<GoLink goal={{ to: MONITOR }}>{t('all')}</GoLink>}
    >
      {list.length === 0 ? (
        <EmptyState why={t('nothing')} height={88} />
      ) : (
        <ul className={`${kit.list} ${styles.lines}`} aria-label={t('open')}>
          {list.map((row) => (
            <Line
              key={row.id}
              row={row}
              now={now}
              chosen={row.id === chosen}
              onChoose={() => setChosen(row.id === chosen ? null : row.id)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface LineProps {
  readonly row: AlarmRow;
  readonly now: number;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Line({ row, now, chosen, onChoose }: LineProps) {
  const t = useAlarmTexts();
  const mayConfirm = useMay('event.alarmRecord.confirm');
  const mayShelve = useMay('event.alarmRecord.shelve');
  const name = [objectWord(row), alarmWord(row)].filter(Boolean).join(' ');
  const peak = peakText(row);
  return (
    <li>
      <div className={styles.line}>
        <LevelMark level={row.alarmLevel} />
        <div className={styles.what}>
          <GoLink goal={{ to: MONITOR, search: { record: row.id } }} className={styles.name}>
            {name}
          </GoLink>
          <p className={styles.small}>
            {[
              row.siteName,
              shortTime(row, row.raisedAt, now),
              ageText(((row.clearedAt ?? now) - row.raisedAt) / 1000),
              peak,
            ]
              .filter(Boolean)
              .join(' • ')}
          </p>
          <p className={styles.small}>
            <StateWord row={row} now={now} />
            {row.confirmedBy && ` • ${row.confirmedBy}`}
          </p>
        </div>
        {(mayConfirm || mayShelve) && (
          <Button
            kind={row.process === '0' && !chosen ? 'primary' : 'default'}
            aria-expanded={chosen}
            aria-label={t('handleOf', { name })}
            onClick={onChoose}
          >
            {t('handle')}
          </Button>
        )}
      </div>
      {chosen && <ActBox row={row} />}
    </li>
  );
}
