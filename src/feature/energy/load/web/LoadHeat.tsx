import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { INTERVAL } from '#contract/interval.ts';
import { useAddress } from '#web/address.ts';
import { get, type Params } from '#web/api.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { HeatLegend } from '#web/chart/HeatLegend.tsx';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { LoadQuarters } from '../contract.ts';
import { readAddress } from '#web/analysisFrame/address.ts';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import { loadHeatChart } from './loadHeatChart.ts';

const HEIGHT = 420;
/** Of fewer days the curve tells more. */
const LEAST_DAYS = 3;

/** Over the days of a range: every quarter of an hour of it, up to a year; a press leads to the curve of its day. */
export function LoadHeat({ answer, params }: PartProps) {
  const [, change] = useAddress(readAddress);
  const who = {
    orgId: params['orgId'],
    dataAmmeterId: params['dataAmmeterId'],
    dataType: params['dataType'],
    begin: params['begin'],
    end: params['end'],
  };
  if (answer.interval !== INTERVAL.day || answer.rows.length < LEAST_DAYS) return null;
  return (
    <QuarterHeat
      who={who}
      onDay={(date) =>
        change({ interval: INTERVAL.quarter, begin: date, end: date, span: undefined }, { push: true })
      }
    />
  );
}

export interface QuarterHeatProps {
  /** Whose load, from which to which date: a year at most. */
  readonly who: Params;
  readonly onDay: (date: string) => void;
}

/** Every quarter of an hour of an interval, a column a day; a press on one is handed over as its date. */
export function QuarterHeat({ who, onDay }: QuarterHeatProps) {
  const say = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'load', 'quarters', who],
    queryFn: ({ signal }) => get<LoadQuarters>('analysis/load/getQuarters', who, { quiet: true, signal }),
  });
  const model = useMemo(() => (data ? loadHeatChart(data, say) : null), [data, say]);
  return (
    <ChartPanel
      title={say({ zh: '逐 15 分钟负荷', en: 'Load of every quarter of an hour' })}
      model={model}
      height={HEIGHT}
      {...(error
        ? { instead: <ErrorState what={error.message} onRetry={() => void refetch()} height={HEIGHT} /> }
        : {})}
      foot={model && <HeatLegend model={model} />}
      onPick={(day) => {
        const date = model?.columns[day];
        if (date) onDay(date);
      }}
    />
  );
}
