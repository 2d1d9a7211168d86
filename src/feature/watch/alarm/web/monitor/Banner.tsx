import { ageText } from '#web/ui/age.ts';
import { Button } from '#web/ui/Button.tsx';
import type { AlarmRow } from '../../contract.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { alarmWord, objectWord, peakText } from '../words.ts';
import styles from './Monitor.module.css';

interface BannerProps {
  /** Urgent records that nobody has confirmed or shelved, the newest first, and how many there are. */
  readonly urgent: readonly AlarmRow[];
  readonly total: number;
  readonly now: number;
  readonly onLook: (record: number) => void;
}

/** Over the list as long as an urgent alarm waits for somebody, whatever the list is narrowed to. */
export function Banner({ urgent, total, now, onLook }: BannerProps) {
  const t = useAlarmTexts();
  const first = urgent[0];
  return (
    <output className={styles.banner} hidden={!first}>
      {first && (
        <>
          <LevelMark level="1" />
          <b>{t('urgent', { n: total })}</b>
          <span className={styles.bannerText}>
            {alarmWord(first)} · {objectWord(first) ?? first.siteName ?? ''} {peakText(first)} ·{' '}
            {ageText((now - first.raisedAt) / 1000)}
          </span>
          <Button onClick={() => onLook(first.id)}>{t('look')}</Button>
        </>
      )}
    </output>
  );
}
