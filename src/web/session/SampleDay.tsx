import { cssColor, type TariffPeriod } from '#web/theme/palette.ts';
import { useTexts } from '#web/text/useTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './SampleDay.module.css';

/** Hourly energy of the example plant in MWh, and the tariff period of each hour. */
const HOURS: readonly [energy: number, period: TariffPeriod][] = [
  [45.6, 4],
  [51.7, 4],
  [52.3, 4],
  [51.4, 4],
  [49.5, 4],
  [50.8, 4],
  [54.2, 4],
  [51.1, 4],
  [44.6, 2],
  [40.1, 1],
  [40.3, 1],
  [49.8, 3],
  [52.9, 3],
  [54, 3],
  [52, 3],
  [49.7, 3],
  [49.4, 3],
  [47.6, 2],
  [38.9, 1],
  [40.4, 1],
  [48.6, 2],
  [47.8, 2],
  [52, 3],
  [50.2, 3],
];
const TOP = 54.2;
const PERIODS = [...new Set(HOURS.map(([, period]) => period))].toSorted((a, b) => a - b);
const LABELS = ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00', '24:00'];

/** One day of an example plant: bars in tariff colours; decoration with its legend. */
export function SampleDay() {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const chart = useTexts<typeof import('../chart/texts.ts').texts>('chart');
  return (
    <figure className={styles.figure}>
      <div className={styles.bars} aria-hidden="true">
        {HOURS.map(([energy, period], hour) => (
          <i
            key={hour}
            style={{ height: `${(energy / TOP) * 100}%`, background: cssColor({ tariff: period }) }}
          />
        ))}
      </div>
      <div className={styles.labels} aria-hidden="true">
        {LABELS.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <figcaption className={styles.caption}>
        {PERIODS.map((period) => (
          <span className={kit.inline} key={period}>
            <i className={kit.swatch} style={{ background: cssColor({ tariff: period }) }} />
            {chart(`tariff${period}`)}
          </span>
        ))}
        <span className={`${kit.inline} ${styles.source}`}>{t('sampleDay')}</span>
      </figcaption>
    </figure>
  );
}
