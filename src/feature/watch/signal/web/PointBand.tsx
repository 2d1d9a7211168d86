import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#domain/time/duration.ts';
import { dateAt } from '#domain/time/text.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { pointsQuery } from './calls.ts';
import { StateBand } from './StateBand.tsx';
import { useSignalTexts } from './useSignalTexts.ts';

export interface PointBandProps {
  readonly pointId: number;
  /** ms; the band shows the days that they lie in. */
  readonly from: number;
  readonly to: number;
}

const HEIGHT = 80;
const MOST_DAYS_SHOWN = 31;

/** The states of a signal point over the days around something that happened. */
export function PointBand({ pointId, from, to }: PointBandProps) {
  const t = useSignalTexts();
  const found = useQuery(pointsQuery({ id: pointId, current: 1, pageSize: 1 }));
  const point = found.data?.list.find((one) => one.signalPointId === pointId);
  if (found.error)
    return <ErrorState what={found.error.message} onRetry={() => void found.refetch()} height={HEIGHT} />;
  if (!found.data) return <LoadingState height={HEIGHT} />;
  if (!point) return <EmptyState why={t('noMatch')} height={HEIGHT} />;
  const first = Math.max(from, to - MOST_DAYS_SHOWN * DAY_MS);
  const days = { begin: dateAt(point.timeZone, first), end: dateAt(point.timeZone, to) };
  return <StateBand point={point} query={{ id: pointId, ...days }} />;
}
