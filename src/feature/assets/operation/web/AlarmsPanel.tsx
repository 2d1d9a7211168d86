import { timeAt } from '#domain/time/text.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { AssetOverview } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Operation.module.css';

const MONITOR = '/SDNAlertConfig/SDNRTAlertMonitor';

/** The open alarms of a site; each leads to its record, where it is confirmed, put aside or made an order. */
export function AlarmsPanel({ overview }: { readonly overview: AssetOverview }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const mayView = useMay('event.alarmRecord.view');
  const { alarms, siteId } = overview;
  return (
    <Panel
      title={t('alarms')}
      unit={t('alarmsWait', { n: alarms.unconfirmed })}
      extra={
        mayView && (
          <GoLink goal={{ to: MONITOR, search: { site: siteId } }}>
            {t('toAlarms', { n: alarms.open })}
          </GoLink>
        )
      }
    >
      {alarms.rows.length === 0 ? (
        <EmptyState why={t('noAlarms')} height={120} />
      ) : (
        <ul className={`${kit.list} ${styles.alarms}`}>
          {alarms.rows.map((row) => (
            <Alarm key={row.id} row={row} timeZone={overview.timeZone} mayView={mayView} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface AlarmProps {
  readonly row: AssetOverview['alarms']['rows'][number];
  readonly timeZone: string;
  readonly mayView: boolean;
}

function Alarm({ row, timeZone, mayView }: AlarmProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const mayConfirm = useMay('event.alarmRecord.confirm');
  const goal = { to: MONITOR, search: { record: row.id } };
  const state = row.confirmed ? t('confirmed') : t('waits');
  return (
    <li>
      <span>{mayView ? <GoLink goal={goal}>{row.name}</GoLink> : row.name}</span>
      <span>{timeAt(timeZone, row.raisedAt).slice(5)}</span>
      <small>
        <LevelMark level={row.level} /> {row.meter}
      </small>
      <small>
        {mayView && mayConfirm && !row.confirmed ? (
          <GoLink goal={goal} aria-label={t('confirmOf', { name: row.name })}>
            {t('confirm')}
          </GoLink>
        ) : (
          state
        )}
      </small>
    </li>
  );
}
