import { formatFull } from '#domain/figure/number.ts';
import type { Effect } from '../contract.ts';
import styles from './MeterRepair.module.css';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

const SHOWN = 8;

const signed = (value: number): string => (value > 0 ? `+${formatFull(value)}` : formatFull(value));

/** The days before and after a repair, and their total. */
export function EffectView({ effect, unit }: { effect: Effect; unit: string }) {
  const t = useCorrectionTexts();
  const still = effect.days.every((day) => day.now === day.after);
  return (
    <div aria-live="polite" data-testid="effect">
      <table className={styles.rows}>
        <caption>
          {t('effect')} {unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col" className={styles.number}>
              {t('present')}
            </th>
            <th scope="col" className={styles.number}>
              {t('repaired')}
            </th>
            <th scope="col" className={styles.number}>
              {t('change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {effect.days.slice(0, SHOWN).map((day) => (
            <tr key={day.day}>
              <td>{day.day}</td>
              <td className={styles.number}>{formatFull(day.now)}</td>
              <td className={styles.number}>{formatFull(day.after)}</td>
              <td className={styles.number}>{signed(day.change)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td className={styles.number}>{formatFull(effect.now)}</td>
            <td className={styles.number}>{formatFull(effect.after)}</td>
            <td className={styles.number}>
              <b>{signed(effect.change)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
      {effect.dayCount > SHOWN && (
        <p className={styles.note}>{t('moreDays', { n: effect.dayCount - SHOWN })}</p>
      )}
      {still && <p className={styles.note}>{t('sameFigures')}</p>}
    </div>
  );
}
