import { useQuery } from '@tanstack/react-query';
import { get, type Params } from '#web/api.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { loadYearChart, type LoadYears } from './loadYearChart.ts';

const HEIGHT = 240;

/** The year of a date by months, beside the year before. */
export function LoadYear({ who }: { readonly who: Params }) {
  const text = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'load', 'year', who],
    queryFn: ({ signal }) =>
      get<{ unit: string; series: LoadYears }>('analysis/load/getYearlyTrend', who, { quiet: true, signal }),
  });
  if (data) return <ChartPanel model={loadYearChart(data.unit, data.series, text)} height={HEIGHT} />;
  return (
    <Panel>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={HEIGHT} />
      ) : (
        <LoadingState height={HEIGHT} />
      )}
    </Panel>
  );
}
