import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { shareOf } from '#web/provenance/quality.ts';
import { NeverHeard } from '#web/ui/NeverHeard.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { formatFull, formatNumber, formatScaled, scaleFor } from '#domain/figure/number.ts';
import { two } from '#domain/time/clock.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { BillView } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Bill.module.css';
import { BillParts } from './BillParts.tsx';
import { BillTable } from './BillTable.tsx';
import { DoubtPanel } from './DoubtPanel.tsx';

export interface BillLinesProps {
  readonly view: BillView;
  readonly onOpen: (opens: Omit<OpenBucket, 'meter'>) => void;
}

/** What the month comes to, and every line with what it is made of. */
export function BillLines({ view, onOpen }: BillLinesProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const scale = scaleFor('kWh', [view.energy]);
  const hour = two(view.settlementHour);
  return (
    <>
      <KeyFigures
        compact
        figures={[
          {
            key: 'total',
            label: t('total'),
            value: formatNumber(view.total, 2),
            unit: 'CNY',
            ...(view.doubtfulLines.length > 0 ? { quality: 'doubt' as const } : {}),
          },
          {
            key: 'energy',
            label: t('energy'),
            value: formatScaled(view.energy, scale),
            unit: scale.unit,
            full: `${formatFull(view.energy)} kWh`,
            coverage: shareOf(view.coverage),
          },
          { key: 'average', label: t('average'), value: formatNumber(view.averagePrice, 4), unit: 'CNY/kWh' },
        ]}
      />
      <NeverHeard meters={view.neverHeard} />
      <Panel
        title={`${t('bill')} ${view.month}`}
        unit={view.unfinished ? t('unfinished') : undefined}
        flush
        extra={
          <span className={kit.quiet}>
            {view.schemeName} • {t('settled', { day: view.settlementDay, hour })}
          </span>
        }
      >
        <BillTable view={view} onOpen={onOpen} />
        <BillParts parts={view.parts} />
        {view.demandMissing && <p className={styles['note']}>{t('demandMissing')}</p>}
        {view.doubtful.length > 0 && (
          <div className={styles['days']}>
            <span className={kit.quiet}>{t('doubtful')}</span>
            {view.doubtful.map(({ date, at, coverage }) => (
              <button
                key={date}
                type="button"
                className={styles['press']}
                onClick={() => onOpen({ level: 3, at })}
              >
                {date} {coverage === null ? '' : `${coverage}%`}
              </button>
            ))}
          </div>
        )}
      </Panel>
      <DoubtPanel view={view} onOpen={onOpen} />
    </>
  );
}
