import { PERIODS } from '#contract/period.ts';
import type { PeriodOrigin } from '#feature/meters/reading/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { Table } from '#web/ui/Table.tsx';
import { formatFull } from '#domain/figure/number.ts';
import { dateAt } from '#domain/time/text.ts';
import styles from './OriginPanel.module.css';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

export interface OriginPeriodsProps {
  readonly periods: PeriodOrigin;
  readonly unit: string;
  readonly timeZone: string;
  /** The bucket is a day or shorter. */
  readonly oneDay: boolean;
}

/** How the energy is split into tariff periods, and the rules of the calendar that say so. */
export function OriginPeriods({ periods, unit, timeZone, oneDay }: OriginPeriodsProps) {
  const t = useProvenanceTexts();
  const text = useText();
  return (
    <ProvenanceStep title={t('periods')} aside={t(`periodsBy_${periods.by}`)}>
      <Table
        look="small"
        className={styles.rows}
        columns={[
          {
            key: 'period',
            title: t('period'),
            className: styles.period,
            render: ({ period }) => (
              <>
                <i style={{ background: `var(--tariff-${period})` }} />
                {text(PERIODS[period])}
              </>
            ),
          },
          {
            key: 'time',
            title: t('time'),
            render: ({ clocks }) =>
              clocks.map((clock) => (
                <span key={clock} className={styles.clock}>
                  {clock}
                </span>
              )),
          },
          {
            key: 'energy',
            title: unit,
            end: true,
            className: styles.number,
            render: ({ energy }) => (energy === null ? <Missing /> : formatFull(energy)),
          },
        ]}
        rows={periods.parts}
        keyOf={({ period }) => period}
      />
      {periods.rules.map((rule) => (
        <p key={text(rule.text)} className={styles.note}>
          {text(rule.text)}
          {!oneDay && ` • ${t('ruleDays', { n: rule.days, from: dateAt(timeZone, rule.from) })}`}
        </p>
      ))}
    </ProvenanceStep>
  );
}
