import { useMemo } from 'react';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { Life } from '../contract.ts';
import { LifeBar } from './LifeBar.tsx';
import { lifeChart, type LifeSpan, monthsOf } from './lifeModel.ts';
import { useLedgerTexts } from './useLedgerTexts.ts';

export interface LifeCourseProps {
  readonly life: Life;
  readonly span: LifeSpan;
  readonly onSpan: (span: LifeSpan) => void;
  readonly now: number;
  /** The event that is marked. */
  readonly selected: number | null;
  readonly onSelect: (id: number | null) => void;
}

/** The consumption by month, with the devices and ratios below it. */
export function LifeCourse({ life, span, onSpan, now, selected, onSelect }: LifeCourseProps) {
  const t = useLedgerTexts();
  const months = useMemo(() => monthsOf(life, span), [life, span]);
  const model = useMemo(
    () => lifeChart(months, life.unit, t('chart'), t('energy'), now),
    [months, life.unit, t, now],
  );
  const none = months.length === 0;
  return (
    <ChartPanel
      model={model}
      height={260}
      ownLegend
      {...(none ? { instead: <EmptyState why={t('noMonths')} next={t('noMonthsNext')} height={160} /> } : {})}
      extra={
        <Segmented
          small
          label={t('span')}
          value={span}
          onChange={onSpan}
          options={[
            { value: '12', text: t('months12') },
            { value: '24', text: t('months24') },
            { value: 'all', text: t('all') },
          ]}
        />
      }
      foot={
        !none && (
          <LifeBar
            life={life}
            months={months}
            model={model}
            now={now}
            selected={selected}
            onSelect={onSelect}
          />
        )
      }
    />
  );
}
