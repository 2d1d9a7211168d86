import { useQuery } from '@tanstack/react-query';
import { get, type Params } from '#web/api.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { LoadCurve as Curve } from '../contract.ts';
import { loadCurveChart } from './loadCurveChart.ts';

const HEIGHT = 240;
/** As many as a screen is wide. */
const POINTS = 1000;

/** The power that was read in the year of a date, thinned: what the meter that leads told; nothing where none did. */
export function LoadCurve({ who }: { readonly who: Params & { readonly date: string } }) {
  const text = useText();
  const { date, ...subject } = who;
  const query = { ...subject, begin: `${date.slice(0, 4)}-01-01`, end: date, points: POINTS };
  const { data, error, refetch } = useQuery({
    queryKey: ['analysis', 'load', 'curve', query],
    queryFn: ({ signal }) => get<Curve>('analysis/load/getCurve', query, { quiet: true, signal }),
  });
  const meter = data?.list[0];
  if (data && !meter) return null;
  if (data && meter) return <ChartPanel model={loadCurveChart(data, meter, text)} height={HEIGHT} />;
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
