import { hourTicks, type BucketChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { HOUR_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { timeAt } from '#domain/time/text.ts';
import type { PowerCurve } from '../contract.ts';
import type { SayOverview } from './useOverviewTexts.ts';

type Points = PowerCurve['points'];

/** The instants of the day's own curve, and behind its end those of the day before. */
function instantsOf({ points, before }: PowerCurve): number[] {
  const last = points.findLast(([, value]) => value !== null)?.[0] ?? 0;
  const own = points.filter(([at]) => at <= last).map(([at]) => at);
  return [...own, ...before.map(([at]) => at).filter((at) => at > last)];
}

/** The value of a curve nearest to each instant, at most a quarter of an hour away; null elsewhere and in its gaps. */
export function sampled(points: Points, instants: readonly number[]): (number | null)[] {
  let i = 0;
  return instants.map((at) => {
    while (
      i + 1 < points.length &&
      Math.abs((points[i + 1]?.[0] ?? 0) - at) <= Math.abs((points[i]?.[0] ?? 0) - at)
    )
      i++;
    const near = points[i];
    return near && Math.abs(near[0] - at) <= QUARTER_MS ? near[1] : null;
  });
}

/** The day's power as a line, the day before thinner, on the instants of the day's own curve. */
export function powerChart(curve: PowerCurve, t: SayOverview): BucketChart {
  const { current, from, to, now, unit, subject, points, before } = curve;
  const instants = instantsOf(curve);
  const hours = Math.round((to - from) / HOUR_MS);
  const own = new Map(points);
  return {
    kind: 'buckets',
    name: t(`${subject.unit === 'kWh' ? 'power' : 'rate'}${current ? 'Now' : 'Past'}`),
    scale: scaleFor(
      unit,
      [...points, ...before].map(([, value]) => value),
    ),
    x: {
      names: instants.map((at) => timeAt(subject.timeZone, at)),
      at: instants.map((at) => (at - from) / HOUR_MS),
      span: hours,
      ticks: hourTicks().filter((tick) => tick.at <= hours),
    },
    series: [
      {
        key: 'own',
        label: t(current ? 'today' : 'theDay'),
        kind: 'line',
        color: 'primary',
        main: true,
        area: true,
        values: instants.map((at) => own.get(at) ?? null),
      },
      {
        key: 'before',
        label: t(current ? 'yesterday' : 'theDayBefore'),
        kind: 'line',
        color: 'text2',
        values: sampled(before, instants),
      },
    ],
    ...(current ? { now: (now - from) / HOUR_MS } : {}),
  };
}

/** The instant at a place of the chart's buckets. */
export const instantAt = (curve: PowerCurve, bucket: number): number =>
  instantsOf(curve)[bucket] ?? curve.from;
