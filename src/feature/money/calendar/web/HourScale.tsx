import { two } from '#domain/time/clock.ts';
import styles from './Calendar.module.css';

/** The hours over a strip of 24 h. */
export function HourScale() {
  return (
    <div className={styles.scale} aria-hidden="true">
      {[0, 4, 8, 12, 16, 20, 24].map((hour) => (
        <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
          {two(hour)}
        </span>
      ))}
    </div>
  );
}
