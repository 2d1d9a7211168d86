import { scaleFor } from '#domain/figure/number.ts';
import { dateAt, momentAt } from '#domain/time/text.ts';
import type { BucketChart } from '#web/chart/ChartModel.ts';
import type { AlarmBuckets, AlarmRow } from '../contract.ts';

/** Labels under the axis, at most. */
const TICKS = 6;

/** Words of the picture. */
export interface BucketWords {
  readonly name: string;
  readonly limit: string;
}

/** The picture of an alarm on a figure: a bar for each hour or day, the limit, and the buckets in which the alarm stood. */
export function bucketChart(
  row: Pick<AlarmRow, 'unit' | 'limitValue' | 'timeZone' | 'raisedAt' | 'clearedAt'>,
  { level, buckets }: AlarmBuckets,
  words: BucketWords,
): BucketChart {
  const { unit, limitValue: limit, timeZone, raisedAt, clearedAt } = row;
  const nameOf = (start: number): string =>
    level === 'hour' ? momentAt(timeZone, start) : dateAt(timeZone, start);
  const every = Math.max(1, Math.ceil(buckets.length / TICKS));
  const values = buckets.map(({ value }) => value);
  // It is raised at the end of the first bucket beyond the limit, and cleared at the end of one that is within it.
  const stood = buckets.flatMap(({ end }, i) =>
    end >= raisedAt && (clearedAt === null || end < clearedAt) ? [i] : [],
  );
  const [first, last] = [stood[0], stood.at(-1)];
  return {
    kind: 'buckets',
    name: words.name,
    scale: scaleFor(unit, [...values, limit]),
    x: {
      names: buckets.map(({ start }) => nameOf(start)),
      ticks: buckets.flatMap(({ start }, i) =>
        i % every === 0
          ? [{ at: i, text: level === 'hour' ? nameOf(start).slice(11) : nameOf(start).slice(5) }]
          : [],
      ),
    },
    series: [{ key: 'value', label: words.name, kind: 'bar', color: { series: 1 }, values }],
    limits: limit === null ? [] : [{ value: limit, label: words.limit, declared: true }],
    states: first === undefined || last === undefined ? [] : [{ from: first, to: last + 1, status: 'alarm' }],
  };
}
