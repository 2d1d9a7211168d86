import { isShown, PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { clockOf } from '#domain/time/clock.ts';
import type { Text } from '#contract/text.ts';
import type { BucketChart, ChartSeries } from '#web/chart/ChartModel.ts';
import type { ChargeAnalysisWire } from '../contract.ts';

export interface AnalysisWords {
  readonly byDay: string;
  readonly byHour: string;
  readonly noPeriod: string;
  readonly sessions: string;
  readonly times: string;
  readonly say: (text: Text) => string;
}

const MOST_TICKS = 16;

/** Energy of each day, stacked by tariff period; what no period holds on top. */
export function dayChart({ days }: ChargeAnalysisWire, words: AnalysisWords): BucketChart {
  const of = (period: 0 | (typeof PERIOD_NUMBERS)[number]) => days.map(({ energies }) => energies[period]);
  const known = (values: readonly (number | null)[]): boolean => values.some((value) => value !== null);
  const series: ChartSeries[] = [
    ...PERIOD_NUMBERS.filter((period) => isShown(period, known(of(period)))).map((period) => ({
      key: `p${period}`,
      label: words.say(PERIODS[period]),
      kind: 'bar' as const,
      color: { tariff: period },
      stack: 'period',
      values: of(period),
    })),
    ...(known(of(0))
      ? [{ key: 'p0', label: words.noPeriod, kind: 'bar' as const, color: 'text3' as const, stack: 'period', values: of(0) }]
      : []),
  ]; // prettier-ignore
  const step = Math.ceil(days.length / MOST_TICKS);
  return {
    kind: 'buckets',
    name: words.byDay,
    scale: scaleFor('kWh', days.map(({ energies }) => Object.values(energies).reduce<number | null>((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null))),
    x: {
      names: days.map(({ date }) => date),
      ticks: days.flatMap(({ date }, i) => (i % step === 0 ? [{ at: i + 0.5, text: date.slice(5) }] : [])),
    },
    series,
  }; // prettier-ignore
}

/** Sessions by the hour of the day in which they began. */
export function hourChart({ startsByHour }: ChargeAnalysisWire, words: AnalysisWords): BucketChart {
  const clock = (hour: number): string => clockOf(hour * 60);
  return {
    kind: 'buckets',
    name: words.byHour,
    scale: { unit: words.times, factor: 1, decimals: 0 },
    x: {
      names: startsByHour.map((_, hour) => `${clock(hour)}–${clock(hour + 1)}`),
      ticks: [0, 4, 8, 12, 16, 20, 24].map((hour) => ({ at: hour, text: clock(hour) })),
    },
    series: [
      {
        key: 'sessions',
        label: words.sessions,
        kind: 'bar',
        color: { series: 1 },
        values: startsByHour,
      },
    ],
  };
}
