import { formatDifference, formatNumber } from '#domain/figure/number.ts';
import { dateAt } from '#domain/time/text.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { PvDevice, PvSoiling } from '../contract.ts';
import styles from './Operation.module.css';

/** So many points of the performance ratio are worth cleaning. */
const WASH = 1;

const number = (value: number): string => formatDifference(value, 2);
const words = (trend: NonNullable<PvDevice['degradation']>) => ({
  slope: number(trend.slope),
  low: number(trend.low),
  high: number(trend.high),
  n: trend.points,
});

interface PvHintsProps {
  readonly device: PvDevice;
  readonly timeZone: string;
}

/** What the days and the years say of wear, with the evidence; where there is too little of it, that. */
export function PvHints({ device: { soiling, degradation, monthsOnRecord }, timeZone }: PvHintsProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <Panel title={t('hints')}>
      <dl className={styles['hints']}>
        <dt>{t('soiling')}</dt>
        <dd>{soiling === null ? t('soilingFew') : <Soiling soiling={soiling} timeZone={timeZone} />}</dd>
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

/** How modules become dirty: the slope, when they were washed, what is lost since then. */
function Soiling({ soiling, timeZone }: { readonly soiling: PvSoiling; readonly timeZone: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const { clear, rises, lost } = soiling;
  const last = rises.at(-1);
  const gone = clear && lost !== null && lost > 0 ? formatNumber(lost, 1) : null;
  const parts = [
    clear ? t('soilingClear', words(soiling)) : t('soilingUnclear', words(soiling)),
    last && t('soilingRises', { n: rises.length, date: dateAt(timeZone, last.at), gain: number(last.gain) }),
    gone !== null && t(last ? 'soilingLost' : 'soilingLostHere', { lost: gone }),
    t(soiling.at25 ? 'soiling25' : 'soilingWarm'),
  ];
  return (
    <>
      {parts.filter(Boolean).join(' · ')}
      {clear && lost !== null && lost >= WASH && <b> {t('wash')}</b>}
    </>
  );
}
