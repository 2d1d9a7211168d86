import {
  hourTicks,
  dayTicks,
  type BucketChart,
  type ChartBuckets,
  type ChartSeries,
} from '#web/chart/ChartModel.ts';
import type { DayPeriods } from '#feature/money/calendar/contract.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { shiftPeriod } from '#web/ui/period.ts';
import { PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import type { Text } from '#contract/text.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Course, Counterpart, PeriodCourse } from '../contract.ts';
import type { SayOverview } from './useOverviewTexts.ts';

/** Bars of the period and lines of those that it is compared with, in one unit. */
function model(
  name: string,
  course: Course,
  x: ChartBuckets,
  own: string,
  others: readonly ChartSeries[],
): BucketChart {
  const { buckets, subject } = course;
  const values = buckets.map((bucket) => bucket.value);
  const marked = (test: (bucket: (typeof buckets)[number]) => boolean): number[] =>
    buckets.flatMap((bucket, i) => (test(bucket) ? [i] : []));
  return {
    kind: 'buckets',
    name,
    scale: scaleFor(subject.unit, [...values, ...others.flatMap((series) => series.values)]),
    x,
    series: [
      {
        key: 'own',
        label: own,
        kind: 'bar',
        color: 'primary',
        values,
        unfinished: marked((bucket) => bucket.unfinished),
        manual: marked((bucket) => bucket.flags.includes('manual')),
      },
      ...others,
    ],
  };
}

function other(course: Course, which: Counterpart, label: string, dashed = false): ChartSeries {
  const i = course.counterparts.indexOf(which);
  return {
    key: which,
    label,
    kind: 'step',
    color: dashed ? 'text3' : 'text2',
    values: course.buckets.map((bucket) => bucket.others[i] ?? null),
    ...(dashed ? { dashed } : {}),
  };
}

/** The day by hour as bars, the day before as steps; the hour that is not over hatched, the present a line. */
export function dayChart(
  course: Course,
  energy: string,
  t: SayOverview,
  periods: DayPeriods['rows'] = [],
): BucketChart {
  const { buckets, current, now, date } = course;
  const labels = buckets.map((bucket) => bucket.label);
  const first = buckets[0]?.from ?? 0;
  const plain = buckets.length === 24 && labels[0] === '00:00';
  return {
    ...model(
      t(current ? 'hoursNow' : 'hoursPast', { energy }),
      course,
      {
        names: labels.map((label, i) => `${date} ${label}${labels.indexOf(label) < i ? ' (2)' : ''}`),
        ticks: plain ? hourTicks() : oddTicks(labels),
      },
      t(current ? 'today' : 'theDay'),
      [other(course, 'yesterday', t(current ? 'yesterday' : 'theDayBefore'))],
    ),
    ...(current ? { now: (now - first) / HOUR_MS } : {}),
    // On a day of 23 or 25 hours the clock does not tell the place on the axis.
    ...(plain && periods.length > 0 ? { shading: periods.map(shade), strip: true } : {}),
  };
}

const hourOf = (clock: string): number => Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60;

const shade = (row: DayPeriods['rows'][number]) => ({
  from: hourOf(row.beginTime),
  to: hourOf(row.endTime),
  period: row.value,
});

/** Hours of a day that is not 24 long: each labelled by its own clock. */
function oddTicks(labels: readonly string[]): ChartBuckets['ticks'] {
  return [
    ...labels.flatMap((label, at) =>
      /^\d[02468]:00$/.test(label) ? [{ at, text: at === 0 ? label : label.slice(0, 2) }] : [],
    ),
    { at: labels.length, text: '24:00' },
  ];
}

/** The month by day as bars beside last month and the same month of last year. */
export function monthChart(course: Course, energy: string, t: SayOverview): BucketChart {
  const month = course.date.slice(0, 7);
  const own = course.buckets.some((bucket) => bucket.unfinished) ? t('thisMonth') : month;
  const names = course.buckets.map((bucket) => `${month.slice(0, 5)}${bucket.label}`);
  const others = [
    other(course, 'lastMonth', own === month ? shiftPeriod('month', month, -1) : t('lastMonth')),
    other(course, 'lastYear', own === month ? shiftPeriod('month', month, -12) : t('lastYear'), true),
  ];
  return model(
    t('monthByDay', { energy }),
    course,
    { names, ticks: dayTicks(names.length) },
    own,
    others.filter(hasAny),
  );
}

/** The month by day, stacked by tariff period; the day that is not over hatched, what no period holds in grey. */
export function periodChart(
  { date, buckets, subject }: PeriodCourse,
  energy: string,
  t: SayOverview,
  say: (text: Text) => string,
): BucketChart {
  const names = buckets.map((bucket) => `${date.slice(0, 5)}${bucket.label}`);
  const unfinished = buckets.flatMap((bucket, i) => (bucket.unfinished ? [i] : []));
  const bar = { kind: 'bar', stack: 'period', unfinished } as const;
  const valuesOf = (place: number) => buckets.map((bucket) => bucket.periods[place] ?? null);
  // Drawn from the bottom: deep valley, valley, flat, peak, sharp.
  const parts = PERIOD_NUMBERS.map((period, place) => ({ period, values: valuesOf(place) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .toReversed();
  const rest = buckets.map(({ value, periods }) => {
    if (value === null) return null;
    const left = sumOf([value, ...periods.map((one) => -(one ?? 0))]) ?? 0;
    return Math.abs(left) < 1e-6 ? null : left;
  });
  return {
    kind: 'buckets',
    name: t('monthByPeriod', { energy }),
    scale: scaleFor(
      subject.unit,
      buckets.map(({ value }) => value),
    ),
    x: { names, ticks: dayTicks(names.length) },
    series: [
      ...parts.map(({ period, values }): ChartSeries => ({
        ...bar,
        key: `p${period}`,
        label: say(PERIODS[period]),
        color: { tariff: period },
        values,
      })),
      ...(rest.some((value) => value !== null) || parts.length === 0
        ? [{ ...bar, key: 'rest', label: t('noPeriod'), color: 'text3' as const, values: rest }]
        : []),
    ],
  };
}

/** The year by month as bars beside last year. */
export function yearChart(course: Course, energy: string, t: SayOverview): BucketChart {
  const names = course.buckets.map((bucket) => bucket.label);
  const own = course.buckets.some((bucket) => bucket.unfinished) ? t('thisYear') : course.date.slice(0, 4);
  const ticks = names.map((name, i) => ({ at: i + 0.5, text: String(Number(name.slice(5))) }));
  const others = [other(course, 'lastYear', t('lastYear'))].filter(hasAny);
  return model(t('yearByMonth', { energy }), course, { names, ticks }, own, others);
}

const hasAny = (series: ChartSeries): boolean => series.values.some((value) => value !== null);
