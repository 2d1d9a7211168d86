import { meanOf } from '#domain/decimal/sum.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { clockAt, dateAt, momentAt, secondAt, startOfDate } from '#domain/time/text.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { SeriesWire } from '../contract.ts';

/** A series as it is drawn, with its place among all of the page: its colour. */
export interface DrawnSeries {
  readonly series: SeriesWire;
  readonly label: string;
  readonly ix: number;
}

/** Words of a chart. */
export interface ChartWords {
  readonly name: string;
  readonly upperAlarm: string;
  readonly upperWarning: string;
  readonly lowerWarning: string;
  readonly lowerAlarm: string;
}

/** A sample stands for so many of its steps, then nothing is known. */
const HOLD_STEPS = 3;

/** The step that a series mostly has, ms. */
function stepOf(points: SeriesWire['points']): number {
  const steps = points.slice(1).map(([at], i) => at - (points[i]?.[0] ?? at)).toSorted((a, b) => a - b); // prettier-ignore
  return steps[Math.floor(steps.length / 2)] ?? MINUTE_MS;
}

/**
 * The values of a series at the instants of a chart that it shares with others: its own, and in between the last one for three of its
 * steps at most. A value that is not known, and time beyond, is a gap.
 */
export function heldAt(points: SeriesWire['points'], instants: readonly number[]): (number | null)[] {
  const hold = HOLD_STEPS * stepOf(points);
  let i = -1;
  return instants.map((at) => {
    while (i + 1 < points.length && (points[i + 1]?.[0] ?? Infinity) <= at) i += 1;
    const point = points[i];
    return point && at - point[0] < hold ? point[1] : null;
  });
}

/** The mean of what is known of a series; of a thinned one, whose lowest and highest alone are left, nobody knows it. */
export const meanOfSeries = ({ points, thinnedFrom }: SeriesWire): number | null =>
  thinnedFrom === null ? meanOf(points.map(([, value]) => value)) : null;

/** Round instants with their words: times of day, and dates where the chart reaches over several days. */
export function ticksOf(zone: string, from: number, to: number, most = 8): { at: number; text: string }[] {
  const steps = [5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
  const span = to - from;
  const step = steps.find((one) => span / one <= most) ?? Math.ceil(span / most / DAY_MS) * DAY_MS;
  const day = startOfDate(zone, dateAt(zone, from));
  const first = day + Math.ceil((from - day) / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: count }, (_, i) => first + i * step).map((at) => ({
    at: at - from,
    text:
      step >= DAY_MS || span > 2 * DAY_MS
        ? step >= DAY_MS
          ? dateAt(zone, at).slice(5)
          : momentAt(zone, at).slice(5)
        : clockAt(zone, at),
  }));
}

/**
 * Series of one unit on one axis: positions are ms since the begin. Limits are drawn where the chart has one series alone; the time in
 * which an alarm of any of them stood is marked.
 */
export function seriesChart(
  drawn: readonly DrawnSeries[],
  { from, to }: { readonly from: number; readonly to: number },
  words: ChartWords,
): BucketChart {
  const [first] = drawn;
  const zone = first?.series.timeZone ?? 'UTC';
  const instants = [...new Set(drawn.flatMap(({ series }) => series.points.map(([at]) => at)))]
    .filter((at) => at >= from && at <= to)
    .toSorted((a, b) => a - b);
  const values = drawn.map(({ series }) => heldAt(series.points, instants));
  const limits = first && drawn.length === 1 ? limitsOf(first.series, words) : [];
  const bars = drawn.every(({ series }) => series.kind === 'register') && drawn.length <= 3;
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor(first?.series.unit ?? '', [...values.flat(), ...limits.map((one) => one.value)]),
    x: {
      names: instants.map((at) => secondAt(zone, at).replace(/:00$/, '')),
      ticks: ticksOf(zone, from, to),
      at: instants.map((at) => at - from),
      span: to - from,
    },
    series: drawn.map(({ label, ix, series }, i) => ({
      key: `${series.ammeterId}.${series.dataCode}`,
      label,
      kind: bars ? 'step' : 'line',
      color: { series: (ix % 8) + 1 },
      values: values[i] ?? [],
      main: true,
    })),
    limits,
    states: drawn.flatMap(({ series }) =>
      series.alarms.map((one) => ({
        from: Math.max(one.from, from) - from,
        to: Math.min(one.to ?? to, to) - from,
        status: Number(one.level) <= 2 ? ('alarm' as const) : ('warning' as const),
      })),
    ),
    freeAxis: drawn.every(({ series }) => series.kind !== 'register'),
    zoom: true,
  };
}

function limitsOf(
  { limits }: SeriesWire,
  words: ChartWords,
): { value: number; label: string; declared?: boolean }[] {
  const named = [
    ['upperAlarm', true],
    ['upperWarning', false],
    ['lowerWarning', false],
    ['lowerAlarm', true],
  ] as const;
  return named.flatMap(([key, declared]) => {
    const value = limits[key];
    return value === null ? [] : [{ value, label: words[key], declared }];
  });
}
