import { formatDifference } from '#domain/figure/number.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { PvDevice } from '../contract.ts';
import styles from './Operation.module.css';

/** A loss of so many points of the performance ratio a day is worth cleaning. */
const WASH = -0.05;

/** What the days and the years say of wear, with the evidence; where there is too little of it, that. */
export function PvHints({ device: { soiling, degradation, monthsOnRecord } }: { readonly device: PvDevice }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const number = (value: number): string => formatDifference(value, 2);
  const words = (trend: NonNullable<PvDevice['soiling']>) => ({
    slope: number(trend.slope),
    low: number(trend.low),
    high: number(trend.high),
    n: trend.points,
  });
  return (
    <Panel title={t('hints')}>
      <dl className={styles['hints']}>
        <dt>{t('soiling')}</dt>
        <dd>
          {soiling === null
            ? t('soilingFew')
            : soiling.clear
              ? t('soilingClear', words(soiling))
              : t('soilingUnclear', words(soiling))}
          {soiling?.clear && soiling.slope < WASH && <b> {t('wash')}</b>}
        </dd>
        <dt>{t('degradation')}</dt>
        <dd>
          {degradation === null
            ? t('degradationFew', { n: monthsOnRecord })
            : t('degradationOf', words(degradation))}
        </dd>
      </dl>
    </Panel>
  );
}
