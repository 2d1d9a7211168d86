import { NoticeBell } from '#feature/house/notice/web/public.ts';
import { useAlarmBell, useAlarmsWaiting } from '#feature/watch/alarm/web/public.ts';
import { useTexts } from '#web/text/useTexts.ts';
import styles from './MenuTree.module.css';

/** The one bell: notices, and the alarms of the enterprise in view. */
export default function Bell() {
  return <NoticeBell beside={useAlarmBell()} />;
}

/** How many alarms wait, at the entry of the menu; nothing where none does. */
export function WatchCount() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const waiting = useAlarmsWaiting();
  if (waiting === 0) return null;
  return (
    <span className={styles.count} title={t('alarmsWait', { n: waiting })}>
      {waiting > 99 ? '99+' : waiting}
    </span>
  );
}
