import { useMemo } from 'react';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { flowChart, meterOfNode } from '#web/chart/flowChart.ts';
import { shortClock } from '#web/text/wallClock.ts';
import type { Overview } from './useOverview.ts';
import { useOverviewTexts } from './useOverviewTexts.ts';

export interface FlowPanelProps {
  readonly answers: Overview;
  readonly energy: string;
  /** Leads to the page of a meter. */
  readonly onPart: (part: { orgId: null; dataAmmeterId: number }) => void;
}

/** Where the energy of the day went, down the meter tree. */
export function FlowPanel({ answers, energy, onPart }: FlowPanelProps) {
  const t = useOverviewTexts();
  const chart = useTexts<typeof import('#web/chart/texts.ts').texts>('chart');
  const { tree, figures } = answers;
  const data = tree.data;
  const electric = data?.unit === 'kWh' || data === undefined;
  const name = t(electric ? 'flow' : 'flowOther', { energy });
  const model = useMemo(() => (data ? flowChart(data, name, chart) : null), [data, name, chart]);
  const shown = figures.data;
  return (
    <ChartPanel
      title={name}
      model={model}
      height="100%"
      {...(tree.isPlaceholderData ? { style: { opacity: 0.6 } } : {})}
      extra={
        shown?.current && model ? (
          <span style={{ color: 'var(--text2)' }}>
            {t('flowUntil', { time: shortClock(shown.subject.timeZone, shown.until, shown.date) })}
          </span>
        ) : null
      }
      instead={
        tree.isError ? (
          <ErrorState what={tree.error.message} onRetry={() => void tree.refetch()} />
        ) : data && !model ? (
          <EmptyState why={t('flowNone')} next={t('flowNoneNext')} height="100%" />
        ) : undefined
      }
      onPickNode={(id) => {
        const meter = meterOfNode(data?.tree ?? null, id);
        if (meter !== null) onPart({ orgId: null, dataAmmeterId: meter });
      }}
    />
  );
}
