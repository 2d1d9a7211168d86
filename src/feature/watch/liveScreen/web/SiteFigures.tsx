import { useQuery } from '@tanstack/react-query';
import { energyTypeOf } from '#contract/energyType.ts';
import { formatAmount, formatFull, formatNumber, MISSING, scaleFor } from '#domain/figure/number.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';
import { clockAt, dateAt, startOfDate } from '#domain/time/text.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { KeyFigures, type KeyFigure } from '#web/ui/KeyFigures.tsx';
import type { ElecTrend, SiteNow } from '../contract.ts';
import { siteTrendQuery } from './calls.ts';
import { ticksOf } from './seriesChart.ts';
import { useLiveTexts } from './useLiveTexts.ts';

/** What a site takes, and what is wrong there, in one strip. */
export function SiteFigures({ site }: { readonly site: SiteNow }) {
  const t = useLiveTexts();
  const say = useText();
  const { power, powerKnown, powerOf, meters, levels } = site;
  const open = levels.reduce((n, { open: count }) => n + count, 0);
  const waiting = levels.reduce((n, { unconfirmed: count }) => n + count, 0);
  const [main] = site.energies;
  const amount = (key: 'today' | 'month'): KeyFigure[] =>
    main
      ? [
          {
            key,
            label: t(`of_${key}`, { energy: say(energyTypeOf(main.dataType).label) }),
            value: formatAmount(main[key].value, main.unit),
            full: `${formatFull(main[key].value)} ${main.unit}`,
            coverage: main[key].coverage === null ? null : main[key].coverage / 100,
          },
        ]
      : [];
  return (
    <KeyFigures
      figures={[
        {
          key: 'power',
          label: t('powerNow'),
          value: power === null ? MISSING : formatNumber(power, 1),
          unit: 'kW',
          ...(powerKnown < powerOf
            ? { comparison: { label: t('powerPart', { known: powerKnown, of: powerOf }), value: '' } }
            : {}),
        },
        ...amount('today'),
        ...amount('month'),
        {
          key: 'alarms',
          label: t('openAlarms'),
          value: formatNumber(open, 0),
          comparison: { label: t('unconfirmed'), value: formatNumber(waiting, 0) },
        },
        {
          key: 'meters',
          label: t('online'),
          value: formatNumber(meters.online, 0),
          comparison: {
            label: `${t('silent')} ${meters.silent + meters.offline} · ${t('never')}`,
            value: formatNumber(meters.never, 0),
          },
        },
        {
          key: 'orders',
          label: t('orders'),
          value: formatNumber(site.openOrders, 0),
          goal: { to: '/SDNWatch/WorkBoard', search: { site: site.siteId } },
        },
      ]}
    />
  );
}

interface SiteTrendProps {
  readonly siteId: number;
  readonly height: number;
}

/** The electricity of a site today, by the hour. */
export function SiteTrend({ siteId, height }: SiteTrendProps) {
  const t = useLiveTexts();
  const { data, error, dataUpdatedAt } = useQuery(siteTrendQuery(siteId));
  return (
    <ChartPanel
      title={t('trend')}
      model={data ? trendChart(data, t('trend'), dataUpdatedAt) : null}
      height={height}
      {...(error && !data ? { instead: <ErrorState what={error.message} height={height} /> } : {})}
    />
  );
}

/** Energy of each hour of today; hours that are not over or of which nothing is known are gaps. */
function trendChart({ points, unit, timeZone }: ElecTrend, name: string, now: number): BucketChart {
  const from = startOfDate(timeZone, dateAt(timeZone, now));
  const to = Math.max(from + DAY_MS, startOfDate(timeZone, dateAt(timeZone, now), 1));
  const hours = Math.round((to - from) / HOUR_MS);
  const known = new Map(points);
  const starts = Array.from({ length: hours }, (_, i) => from + i * HOUR_MS);
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(unit, points.map(([, value]) => value)), // prettier-ignore
    x: {
      names: starts.map((at) => clockAt(timeZone, at)),
      ticks: ticksOf(timeZone, from, to).map((tick) => ({ ...tick, at: tick.at / HOUR_MS })),
    },
    series: [
      {
        key: 'energy',
        label: name,
        kind: 'bar',
        color: { series: 1 },
        values: starts.map((at) => known.get(at) ?? null),
        unfinished: [Math.floor((now - from) / HOUR_MS)],
      },
    ],
    now: (now - from) / HOUR_MS,
  };
}
