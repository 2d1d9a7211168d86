import { dateAt } from '#domain/time/text.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { State } from '#feature/meters/dataState/contract.ts';
import styles from './Overview.module.css';
import { shortClock } from '#web/text/wallClock.ts';
import { useOverviewTexts } from './useOverviewTexts.ts';

/** In the page head: up to when there are data, and how many meters are heard of. */
export function Freshness({ state }: { state: State }) {
  const t = useOverviewTexts();
  const { freshness, subject, now } = state;
  const { dataTo, online, meters } = freshness;
  if (meters + state.neverHeard.length === 0) return null;
  const status = dataTo === null ? 'noData' : online === 0 ? 'offline' : 'normal';
  const text =
    dataTo === null
      ? t('noDataYet')
      : t('dataTo', { at: shortClock(subject.timeZone, dataTo, dateAt(subject.timeZone, now)) });
  return (
    <span className={styles.freshness}>
      <StatusDot status={status} text={text} />
      <span>{t('online', { n: online, m: meters })}</span>
    </span>
  );
}
