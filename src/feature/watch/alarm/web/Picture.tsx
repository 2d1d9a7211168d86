import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataCode } from '#contract/dataCode.ts';
import { momentAt } from '#domain/time/text.ts';
import type { MeterColumns } from '#feature/meters/dataInterface/contract.ts';
import { get } from '#web/api.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PointBand } from '#feature/watch/signal/web/public.ts';
import type { AlarmRow } from '../contract.ts';
import { BucketPicture } from './BucketPicture.tsx';
import { Reason } from './Reason.tsx';
import { pictureChart, windowOf } from './pictureChart.ts';
import { useAlarmTexts } from './useAlarmTexts.ts';
import { valueText } from './words.ts';

const HEIGHT = 200;
/** The curve of an alarm that stands is read anew this often, ms. */
const AGAIN_MS = 10_000;
/** Readings as they were received. */
const AS_RECEIVED = 100;
const MINUTE_MS = 60_000;

/** The readings of an alarm's meter and data code around it, or in another window. */
export function useCurve(row: AlarmRow, now: number, within = windowOf) {
  // To the minute, so that a tick of the clock is no other question.
  const { from, to } = within(row, Math.ceil(now / MINUTE_MS) * MINUTE_MS);
  const params = {
    ammeterId: row.ammeterId ?? 0,
    interval: AS_RECEIVED,
    dataCodes: row.dataCode ?? '',
    fromDt: new Date(from).toISOString(),
    toDt: new Date(to).toISOString(),
  };
  const answer = useQuery({
    queryKey: ['sdata/dataInterface', 'getData', params],
    queryFn: ({ signal }) =>
      get<MeterColumns>('sdata/dataInterface/getData', params, { quiet: true, signal }),
    enabled: row.ammeterId !== null && row.dataCode !== null,
    placeholderData: keepPreviousData,
    refetchInterval: row.clearedAt === null ? AGAIN_MS : false,
  });
  const own = answer.data?.ammeterId === row.ammeterId ? answer.data : undefined;
  return {
    answer,
    window: { from, to },
    values: own && { ts: own.ts, values: own.values[row.dataCode ?? ''] ?? [] },
  };
}

/** The picture of an alarm beside its row. */
export function Picture({ row, now }: { readonly row: AlarmRow; readonly now: number }) {
  if (row.signalPointId !== null)
    return <PointBand pointId={row.signalPointId} from={row.raisedAt} to={row.clearedAt ?? now} />;
  if (row.figure !== null) return <BucketPicture row={row} />;
  return row.method === 'expression' || row.method === 'compose' ? (
    <Reason row={row} render={(shown) => <CurvePicture row={shown} now={now} />} />
  ) : (
    <CurvePicture row={row} now={now} />
  );
}

function CurvePicture({ row, now }: { readonly row: AlarmRow; readonly now: number }) {
  const t = useAlarmTexts();
  const say = useText();
  const { answer, window, values } = useCurve(row, now);
  const entry = row.dataCode === null ? undefined : dataCode(row.dataCode);
  if (!entry || row.ammeterId === null) return <EmptyState why={t('noCurve')} height={HEIGHT / 2} />;
  const limit = row.limitValue;
  const band = row.deadBand ?? 0;
  const back = limit === null ? null : row.side === 'below' ? limit + band : limit - band;
  const name = t('pictureOf', {
    code: say(entry.label),
    from: momentAt(row.timeZone, window.from),
    to: momentAt(row.timeZone, window.to).slice(11),
  });
  const words = {
    name,
    limit: t('lineLimit', { value: valueText(row, limit) }),
    back: t('lineBack', { band: valueText(row, band), value: valueText(row, back) }),
    raised: t('markRaised', { delay: row.onDelay ?? 0 }),
    cleared: t('markCleared'),
  };
  return (
    <ChartPanel
      title={say(entry.label)}
      height={HEIGHT}
      ownLegend
      model={values ? pictureChart(row, values, window, words) : null}
      instead={
        answer.error && !values ? (
          <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={HEIGHT} />
        ) : values?.ts.length === 0 ? (
          <EmptyState why={t('noReading')} height={HEIGHT} />
        ) : undefined
      }
    />
  );
}
