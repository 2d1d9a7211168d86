import { zoneOf } from '#domain/time/zone.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { monthText, partsOfDate } from '#domain/time/date.ts';
import type { Life, LifeMonth } from '../contract.ts';

/** How much of the life is shown: the last 12 or 24 months, or all. */
export type LifeSpan = '12' | '24' | 'all';

/** The months of a life without a hole, as the axis has them; months of which nothing is known have no energy. */
export function monthsOf(
  life: Life,
  span: LifeSpan,
): Pick<LifeMonth, 'month' | 'from' | 'to' | 'energy' | 'flags'>[] {
  const first = life.months[0];
  const last = life.months.at(-1);
  if (!first || !last) return [];
  const zone = zoneOf(life.zone);
  const known = new Map(life.months.map((month) => [month.month, month]));
  const months: ReturnType<typeof monthsOf> = [];
  let [year, month] = partsOfDate(first.month);
  for (let from = zone.startOfDate(year, month); from <= last.from;) {
    const name = monthText(year, month);
    if (++month > 12) [year, month] = [year + 1, 1];
    const to = zone.startOfDate(year, month);
    months.push(known.get(name) ?? { month: name, from, to, energy: null, flags: [] });
    from = to;
  }
  return span === 'all' ? months : months.slice(-Number(span));
}

/** Where an instant lies on an axis of months: month `i` between `i` and `i + 1`, kept within the axis. */
export function positionOf(months: readonly Pick<LifeMonth, 'from' | 'to'>[], t: number): number {
  const i = months.findIndex((month) => t < month.to);
  const month = months[i];
  if (!month) return months.length;
  return Math.max(0, i + (t - month.from) / (month.to - month.from));
}

const UNSURE = ['manual', 'estimated', 'interpolated', 'corrected'];

/** Whether a month is partly entered by hand or inferred. */
export const isUnsure = (flags: readonly string[]): boolean => UNSURE.some((flag) => flags.includes(flag));

/** The bars of consumption by month. */
export function lifeChart(
  months: ReturnType<typeof monthsOf>,
  unit: string,
  name: string,
  label: string,
  now: number,
): BucketChart {
  const values = months.map((month) => month.energy);
  const every = Math.max(1, Math.ceil(months.length / 8));
  const marked = (test: (month: (typeof months)[number]) => boolean): number[] =>
    months.flatMap((month, i) => (test(month) ? [i] : []));
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(unit, values),
    x: {
      names: months.map((month) => month.month),
      ticks: months.flatMap(({ month }, i) => (i % every === 0 ? [{ at: i + 0.5, text: month }] : [])),
    },
    series: [
      {
        key: 'energy',
        label,
        kind: 'bar',
        color: 'primary',
        values,
        unfinished: marked((month) => month.to > now),
        manual: marked((month) => isUnsure(month.flags)),
      },
    ],
  };
}
