import { PERIODS } from '#contract/period.ts';
import { segmentsOfDay } from '#domain/calendar/segment.ts';
import { minutesOf } from '#domain/time/clock.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import styles from './Calendar.module.css';

/** From this width on (minutes) a period bears its letter. */
const LETTER_FROM = 45;

/** A day's periods as a coloured strip with letters; what is empty has no periods. */
export function PeriodStrip({ quarters, label }: { quarters: ArrayLike<number> | null; label: string }) {
  const say = useText();
  const t = useTexts<typeof import('#web/chart/texts.ts').texts>('chart');
  const segments = segmentsOfDay(quarters ?? []);
  const words = segments.map((one) => `${one.begin}–${one.end} ${say(PERIODS[one.period])}`).join(', ');
  return (
    <figure className={styles.strip} aria-label={`${label}: ${words || '--'}`}>
      {segments.map(({ begin, end, period }) => {
        const length = (minutesOf(end) ?? 0) - (minutesOf(begin) ?? 0);
        return (
          <span
            key={begin}
            data-period={period}
            style={{ flexGrow: length }}
            title={`${begin}–${end} ${say(PERIODS[period])}`}
          >
            {length >= LETTER_FROM && <b>{t(`letter${period}`)}</b>}
          </span>
        );
      })}
    </figure>
  );
}
