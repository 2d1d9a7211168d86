import { formatNumber, formatScaled, MISSING, scaleFor } from '#domain/figure/number.ts';
import type { LedgerEffect } from '../contract.ts';
import styles from './MeterLife.module.css';
import { useLedgerTexts } from './useLedgerTexts.ts';

/** What a change does to consumption: now, after, change, by month. */
export function EffectTable({ effect, unit }: { effect: LedgerEffect; unit: string }) {
  const t = useLedgerTexts();
  const number = (text: string | null): number | null => (text === null ? null : Number(text));
  const scale = scaleFor(
    unit,
    effect.months.flatMap((month) => [number(month.now), number(month.after)]),
  );
  const changes = scaleFor(
    unit,
    effect.months.map((month) => number(month.change)),
  );
  const signed = (text: string): string =>
    `${Number(text) > 0 ? '+' : ''}${formatNumber(Number(text) / changes.factor, changes.decimals)}`;
  const shown = (text: string | null): string =>
    text === null ? MISSING : formatScaled(Number(text), scale);
  const doubtful = effect.doubtful > 0 && <p>{t('doubtful', { n: effect.doubtful })}</p>;
  if (effect.months.length === 0)
    return (
      <>
        <p className={styles.note}>{t('noEffect')}</p>
        {doubtful}
      </>
    );
  return (
    <>
      <div className={styles.effect}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('month')}</th>
              <th className={styles.figure}>{`${t('now')} ${scale.unit}`}</th>
              <th className={styles.figure}>{t('after')}</th>
              <th className={styles.figure}>{`${t('change')} ${changes.unit}`}</th>
            </tr>
          </thead>
          <tbody>
            {effect.months.map((month) => (
              <tr key={month.month}>
                <td>{month.month}</td>
                <td className={styles.figure} title={month.now ?? MISSING}>
                  {shown(month.now)}
                </td>
                <td className={styles.figure} title={month.after ?? MISSING}>
                  {shown(month.after)}
                </td>
                <td className={styles.figure} title={month.change}>
                  {signed(month.change)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{t('sum')}</td>
              <td className={styles.figure} title={effect.change}>
                {signed(effect.change)}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {doubtful}
      {effect.unchanged > 0 && <p className={styles.note}>{t('unchanged', { n: effect.unchanged })}</p>}
    </>
  );
}
