import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { INTERVALS } from '#contract/interval.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt, startOfDate } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { INTERVAL } from '#contract/interval.ts';
import type { SeriesWire } from '../contract.ts';
import { type ChartAddress, datesOf, FOLDS, itemsText, readChart, STEPS, type Step } from './address.ts';
import { seriesQuery } from './calls.ts';
import { Curves, type CurvesProps } from './Curves.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Live.module.css';
import { useFirstSeries } from './firstSeries.ts';
import { SeriesPicker } from './SeriesPicker.tsx';
import { useLiveTexts } from './useLiveTexts.ts';
import { useTail } from './useTail.ts';

/** Up to twelve values over time, live or over a range, with their limits and alarms. */
export default function MonitoringChartPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Page consumerId={consumer.orgId} />;
}

type Change = (part: Partial<Record<keyof ChartAddress, unknown>>, options?: { push?: boolean }) => void;

/** What of the live hour is asked for again, ms: what came meanwhile stands behind it. */
const LIVE_REFRESH_MS = 60_000;
const RANGE_REFRESH_MS = 300_000;
const NOTHING: readonly string[] = [];

function Page({ consumerId }: { readonly consumerId: number }) {
  const t = useLiveTexts();
  const [address, change] = useAddress(readChart);
  const first = useFirstSeries(consumerId, address.items === null);
  const { step, fold } = address;
  const items = address.items ?? first ?? NOTHING;
  // Dates mean the clock of the meter's site; before one is known, that of the platform.
  const [now] = useState(() => Date.now());
  const today = dateAt(HOME_ZONE, now);
  const { begin, end, cut } = datesOf(address, today);
  const isLive = step === 'live';
  const start = useLiveStart();
  const query = {
    items: items.join(','),
    fold,
    interval: isLive || step === 'raw' ? 100 : Number(step),
    startTime: isLive ? start : begin,
    ...(isLive ? {} : { endTime: end }),
  };
  const answer = useQuery(seriesQuery(query, isLive ? LIVE_REFRESH_MS : RANGE_REFRESH_MS, items.length > 0));
  const list = useTail(consumerId, answer.data, isLive);
  const span = spanOf(list, isLive, begin, end, answer.dataUpdatedAt);
  const remove = (key: string): void => change({ items: itemsText(items.filter((one) => one !== key)) });
  return (
    <div className={kit.stack}>
      <Filters
        address={address}
        chosen={items.length > 0}
        change={change}
        today={today}
        dates={{ begin, end }}
        params={{ ...query, endTime: isLive ? undefined : end }}
      />
      {cut !== null && <output className={styles.quiet}>{t('cut', { time: cut })}</output>}
      <div className={styles.chart}>
        <SeriesPicker
          consumerId={consumerId}
          tree={address.tree}
          chosen={items}
          onTree={(tree) => change({ tree: tree === 'meter' ? tree : undefined })}
          onChange={(next) => change({ items: itemsText(next) })}
        />
        <div className={kit.stack}>
          {address.items === null && first === undefined ? (
            <LoadingState height={320} />
          ) : (
            <Drawn items={items} answer={answer} list={list} span={span} onRemove={remove} />
          )}
        </div>
      </div>
    </div>
  );
}

interface DrawnProps extends Omit<CurvesProps, 'list'> {
  readonly answer: UseQueryResult<SeriesWire[], Error>;
  readonly list: readonly SeriesWire[] | undefined;
}

/** What was chosen, or what is to be done first. */
function Drawn({ items, answer, list, span, onRemove }: DrawnProps) {
  const t = useLiveTexts();
  if (items.length === 0)
    return (
      <Panel>
        <EmptyState why={t('noSeries')} next={t('noSeriesNext')} height={320} />
      </Panel>
    );
  if (answer.error)
    return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={320} />;
  if (!list) return <LoadingState height={320} />;
  return <Curves list={list} items={items} span={span} onRemove={onRemove} />;
}

const hourAgo = (): string =>
  new Date(Math.floor((Date.now() - HOUR_MS) / LIVE_REFRESH_MS) * LIVE_REFRESH_MS).toISOString();

/** An hour ago, to the minute: a question that stays the same for a minute is asked once. */
function useLiveStart(): string {
  const [start, setStart] = useState(hourAgo);
  useEffect(() => {
    const timer = setInterval(() => setStart(hourAgo()), LIVE_REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return start;
}

function spanOf(
  list: readonly SeriesWire[] | undefined,
  isLive: boolean,
  begin: string,
  end: string,
  now: number,
): { from: number; to: number } {
  if (isLive) {
    const newest = Math.max(now, ...(list ?? []).map(({ points }) => points.at(-1)?.[0] ?? 0));
    return { from: newest - HOUR_MS, to: newest };
  }
  const zone = list?.[0]?.timeZone ?? HOME_ZONE;
  return { from: startOfDate(zone, begin), to: startOfDate(zone, end, 1) };
}

interface FilterProps {
  readonly address: ChartAddress;
  /** Whether there is something to put away or to export. */
  readonly chosen: boolean;
  readonly change: Change;
  readonly today: string;
  readonly dates: { readonly begin: string; readonly end: string };
  readonly params: Readonly<Record<string, string | number | undefined>>;
}

function Filters({ address, chosen, change, today, dates, params }: FilterProps) {
  const t = useLiveTexts();
  const say = useText();
  const { step, fold } = address;
  const word = (one: Step): string => (one === 'live' || one === 'raw' ? t(one) : say(INTERVALS[one].label));
  return (
    <FilterBar
      actions={
        chosen && (
          <>
            <Button onClick={() => change({ items: itemsText([]) })}>{t('clear')}</Button>
            <ExportMenu call="monitoring/monitor/exportHistory" params={params} />
          </>
        )
      }
    >
      <Segmented
        label={t('step')}
        value={step}
        options={STEPS.map((value) => ({ value, text: word(value) }))}
        onChange={(next) => change({ step: next === 'live' ? undefined : next })}
      />
      {step !== 'live' && (
        <RangeField
          interval={step === 'raw' ? INTERVAL.quarter : step}
          begin={dates.begin}
          end={dates.end}
          today={today}
          onChange={(range) => change(range)}
        />
      )}
      {step !== 'live' && step !== 'raw' && (
        <Segmented
          label={t('fold')}
          value={fold}
          options={FOLDS.map((value) => ({ value, text: t(value) }))}
          onChange={(next) => change({ fold: next === 'mean' ? undefined : next })}
        />
      )}
    </FilterBar>
  );
}
