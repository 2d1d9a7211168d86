import { useQuery } from '@tanstack/react-query';
import { figureName } from '#contract/alarmFigure.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { dateAt, momentAt } from '#domain/time/text.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { AlarmRow } from '../contract.ts';
import { bucketChart } from './bucketChart.ts';
import { bucketsQuery } from './calls.ts';
import { useAlarmTexts } from './useAlarmTexts.ts';
import { valueText } from './words.ts';

const HEIGHT = 200;
/** The hours or days around an alarm on a figure, with its limit. */
export function BucketPicture({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const say = useText();
  const { data, error, refetch } = useQuery(bucketsQuery(row.id));
  const name = say(figureName(row.figure ?? 'dayEnergy'));
  const words = { name, limit: t('lineLimit', { value: valueText(row, row.limitValue) }) };
  // The evidence: the first bucket that raised it.
  const raising = data?.buckets.find(({ end, peer }) => end >= row.raisedAt && peer !== null);
  const nameOf = (start: number): string =>
    data?.level === 'hour' ? momentAt(row.timeZone, start) : dateAt(row.timeZone, start);
  return (
    <>
      <ChartPanel
        title={name}
        height={HEIGHT}
        model={data ? bucketChart(row, data, words) : null}
        instead={
          error && !data ? (
            <ErrorState what={error.message} onRetry={() => void refetch()} height={HEIGHT} />
          ) : data?.buckets.every(({ value }) => value === null) ? (
            <EmptyState why={t('noBucket')} height={HEIGHT} />
          ) : undefined
        }
      />
      {raising?.peer && (
        <small>
          {t('peerSaid', {
            when: nameOf(raising.start),
            own: formatNumber(raising.peer.own, 3),
            middle: formatNumber(raising.peer.middle, 3),
            others: raising.peer.others,
          })}
        </small>
      )}
    </>
  );
}
