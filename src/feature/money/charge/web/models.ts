import { sumOf } from '#domain/decimal/sum.ts';
import { isShown, PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import type { BucketChart, ChartSeries } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { ChargeChart, ChargeCode, ChargeSeries, EnergyLine, SeriesType } from '../contract.ts';

type Say = (text: Text) => string;

/** Types that are changes: drawn apart, as they go below zero. */
const CHANGES: readonly SeriesType[] = [10, 12];

/** Every place that some series has, in order; 25 hours of a day of the change of clocks too. */
const placesOf = (series: readonly ChargeSeries[]): string[] =>
  [...new Set(series.flatMap((one) => one.data.map(([place]) => place)))].sort();

const ticksOf = (names: readonly string[]) => {
  const step = Math.max(1, Math.ceil(names.length / 13));
  return names.flatMap((text, i) => (i % step === 0 ? [{ at: i + 0.5, text }] : []));
};

function modelOf(
  name: string,
  series: readonly ChargeSeries[],
  drawn: (one: ChargeSeries, i: number) => Partial<ChartSeries> & { label: string },
): BucketChart {
  const names = placesOf(series);
  const all = series.map((one, i): ChartSeries => {
    const known = new Map(one.data);
    return {
      kind: 'line',
      key: `${one.type} ${one.dataCode}`,
      color: { series: i + 1 },
      values: names.map((place) => known.get(place) ?? null),
      unfinished: one.running === null ? [] : [names.indexOf(one.running)],
      ...drawn(one, i),
    };
  });
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(series[0]?.unit ?? '', all.flatMap((one) => one.values)), // prettier-ignore
    x: { names, ticks: ticksOf(names) },
    series: all,
  };
}

/** The period beside those it is compared with. */
export function compareModel(
  chart: ChargeChart,
  code: ChargeCode,
  changes: boolean,
  name: string,
  say: Say,
): BucketChart {
  const series = chart.series.filter(
    (one) => one.dataCode === code && CHANGES.includes(one.type) === changes,
  );
  return modelOf(name, series, (one, i) => ({
    label: say(one.title),
    ...(changes
      ? { kind: 'bar' as const }
      : i === 0
        ? { kind: 'bar' as const, color: 'primary' as const, main: true }
        : {}),
  }));
}

/** The period by tariff periods, stacked. */
export function stackModel(
  chart: ChargeChart,
  what: 'CZ' | 'PP',
  name: string,
  say: Say,
  unplaced: string,
): BucketChart {
  const own = chart.series.filter((one) => one.type === chart.series[0]?.type);
  const of = (code: ChargeCode): ChargeSeries | undefined => own.find((one) => one.dataCode === code);
  // Drawn from the bottom: deep valley, valley, flat, peak, sharp.
  const parts = PERIOD_NUMBERS.toReversed().flatMap((period) => {
    const one = of(`${what}${period}`);
    return one && one.total !== null && isShown(period, one.total !== 0) ? [{ period, one }] : [];
  });
  const whole = of(what);
  const rest = whole?.data.map(([place, value], i): [string, number | null] => {
    const left = value === null ? null : sumOf([value, ...parts.map(({ one }) => -(one.data[i]?.[1] ?? 0))]);
    return [place, left === 0 ? null : left];
  });
  const model = modelOf(
    name,
    parts.map(({ one }) => one),
    (_, i) => {
      const period = parts[i]?.period ?? 3;
      return { label: say(PERIODS[period]), kind: 'bar', color: { tariff: period }, stack: 'period' };
    },
  );
  if (!whole || !rest?.some(([, value]) => value !== null)) return model;
  const last = modelOf(name, [{ ...whole, data: rest }], () => ({
    label: unplaced,
    kind: 'bar',
    color: 'text3',
    stack: 'period',
  }));
  return {
    ...last,
    series: [...model.series, ...last.series],
    scale: scaleFor(
      whole.unit,
      whole.data.map(([, value]) => value),
    ),
  };
}

/** Lines over one axis of time, numbered from 1. */
export function linesModel(
  name: string,
  lines: readonly EnergyLine[],
  labels: readonly string[],
  nameAt: (zone: string, t: number) => string,
): BucketChart {
  const instants = [...new Set(lines.flatMap((line) => line.data.map(([at]) => at)))].sort((a, b) => a - b);
  const [first = 0] = instants;
  const zone = lines[0]?.timeZone ?? HOME_ZONE;
  const span = Math.max(1, (instants.at(-1) ?? first) - first);
  const at = instants.map((t) => ((t - first) / span) * 100);
  const names = instants.map((t) => nameAt(zone, t));
  const step = Math.max(1, Math.ceil(names.length / 7));
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(lines[0]?.unit ?? '', lines.flatMap((line) => line.data.map(([, value]) => value))), // prettier-ignore
    x: {
      names,
      at,
      span: 100,
      ticks: names.flatMap((text, i) => (i % step === 0 ? [{ at: at[i] ?? 0, text: text.slice(5) }] : [])),
    },
    series: lines.map((line, i): ChartSeries => {
      const known = new Map(line.data);
      return {
        key: String(i + 1),
        label: labels[i] ?? String(i + 1),
        kind: 'line',
        color: { series: i + 1 },
        values: instants.map((t) => known.get(t) ?? null),
        ...(line.type ? { dashed: true } : {}),
      };
    }),
    ...(/^[UI][ABC]$|^FZ$/.test(lines[0]?.dataCode ?? '') ? { freeAxis: true } : {}),
    ...(instants.length > 200 ? { zoom: true } : {}),
  };
}
