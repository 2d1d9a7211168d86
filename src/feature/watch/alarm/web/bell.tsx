import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { ageText } from '#web/ui/age.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import type { OpenAlarms } from '../contract.ts';
import { alarmWord, objectWord } from './words.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Alarm.module.css';
import { openQuery } from './calls.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useAlarmTexts } from './useAlarmTexts.ts';

/** As often as the bell asks for notices. */
const REFRESH_MS = 20_000;
/** So many are named; the others are counted. */
const NAMED = 5;
const MONITOR = '/SDNAlertConfig/SDNRTAlertMonitor';

interface AlarmBell {
  readonly waiting: number;
  readonly level: 1 | 2 | 3;
  readonly words: string;
  readonly lines: (close: () => void) => ReactNode;
}

/**
 * What nobody has confirmed of the enterprise in view; null for whoever may not see it.
 * @param asks else it is what was asked elsewhere that is told
 */
function useUnconfirmed(asks: boolean): OpenAlarms | null {
  const may = useMay('event.alarmRecord.view');
  const { consumer } = useConsumer();
  const { data } = useQuery({
    // What the platform watches stands among the notices, once.
    ...openQuery({
      enterpriseId: consumer?.orgId ?? 0,
      shown: 'unconfirmed',
      without: 'watch',
      current: 1,
      pageSize: NAMED,
    }),
    enabled: asks && may && consumer !== null,
    refetchInterval: REFRESH_MS,
  });
  return may && data ? data : null;
}

const waitingIn = ({ levels }: OpenAlarms): number =>
  levels.reduce((n, { unconfirmed }) => n + unconfirmed, 0);

/** How many alarms nobody has confirmed, as the bell was told last; it asks nothing itself. */
export function useAlarmsWaiting(): number {
  const open = useUnconfirmed(false);
  return open === null ? 0 : waitingIn(open);
}

/** What the bell tells of the alarms of the enterprise in view that nobody has confirmed; null for whoever may not see them. */
export function useAlarmBell(): AlarmBell | null {
  const t = useAlarmTexts();
  const data = useUnconfirmed(true);
  if (data === null) return null;
  const waiting = waitingIn(data);
  const gravest = data.levels.find(({ unconfirmed }) => unconfirmed > 0)?.level;
  return {
    waiting,
    level: gravest === '1' ? 3 : gravest === '2' ? 2 : 1,
    words: t('bell', { n: waiting }),
    lines: (close) => <Lines open={data} waiting={waiting} onLeave={close} />,
  };
}

interface LinesProps {
  readonly open: OpenAlarms;
  readonly waiting: number;
  readonly onLeave: () => void;
}

function Lines({ open, waiting, onLeave }: LinesProps) {
  const t = useAlarmTexts();
  if (waiting === 0) return null;
  return (
    <section className={styles.bell}>
      <GoLink goal={{ to: MONITOR }} onFollow={onLeave}>
        {t('bell', { n: waiting })}
      </GoLink>
      <ul>
        {open.list.map((row) => (
          <li key={row.id}>
            <LevelMark level={row.alarmLevel} />
            <GoLink goal={{ to: MONITOR, search: { record: row.id } }} onFollow={onLeave}>
              {objectWord(row)} {alarmWord(row)}
            </GoLink>
            <span className={kit.quiet}>{ageText((open.now - row.raisedAt) / 1000)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
