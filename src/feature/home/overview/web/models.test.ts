import { describe, expect, test } from 'vitest';
import type { Course, CourseBucket, Figures, PowerCurve } from '../contract.ts';
import type { Subject } from '#feature/meters/subject/contract.ts';
import { HOUR_MS as HOUR } from '#domain/time/duration.ts';
import { dayChart, monthChart, periodChart } from './courseChart.ts';
import { blankFigures, figuresOf } from './figures.ts';
import { powerChart, sampled } from './powerChart.ts';
import { padTop } from './top.ts';
import type { SayOverview } from './useOverviewTexts.ts';

const t: SayOverview = (key, values) => [key, ...Object.values(values ?? {})].join(' ');
const START = Date.parse('2018-07-14T16:00:00Z');
const subject: Subject = {
  orgId: 1,
  dataAmmeterId: null,
  name: 'Works',
  kind: 'consumer',
  consumerId: 1,
  timeZone: 'Asia/Shanghai',
  dataType: '1',
  unit: 'kWh',
  dataTypes: ['1'],
  meters: [{ ammeterId: 7, ammeterName: 'Main', sign: 1 }],
  neverHeard: [],
  reason: 'top',
};
const question = {
  subject,
  date: '2018-07-15',
  current: false,
  until: START + 24 * HOUR,
  now: START + 900 * HOUR,
};
const bucket = (i: number, value: number | null, more: Partial<CourseBucket> = {}): CourseBucket => ({
  from: START + i * HOUR,
  to: START + (i + 1) * HOUR,
  label: `${String(i).padStart(2, '0')}:00`,
  value,
  coverage: 100,
  flags: ['measured'],
  unfinished: false,
  others: [i],
  ...more,
});

describe('courses', () => {
  const hours = Array.from({ length: 24 }, (_, i) => bucket(i, i === 3 ? null : 20_000));

  test('a day has bars of its own and steps of the day before, gaps stay gaps', () => {
    const chart = dayChart({ ...question, counterparts: ['yesterday'], buckets: hours }, 'E', t);
    expect(chart.scale.unit).toBe('MWh');
    expect(chart.x.names[11]).toBe('2018-07-15 11:00');
    expect(chart.series.map((series) => [series.kind, series.label, series.values[3]])).toEqual([
      ['bar', 'theDay', null],
      ['step', 'theDayBefore', 3],
    ]);
    expect(chart.now).toBe(undefined);
  });

  test('the hour that is not over is marked, and so is the present', () => {
    const course: Course = {
      ...question,
      current: true,
      now: START + 2.5 * HOUR,
      counterparts: ['yesterday'],
      buckets: hours.map((one, i) => (i === 2 ? { ...one, unfinished: true } : one)),
    };
    const chart = dayChart(course, 'E', t);
    expect(chart.series[0]?.unfinished).toEqual([2]);
    expect(chart.now).toBe(2.5);
  });

  test('tariff periods shade the day where its clock has 24 hours', () => {
    const periods = [{ beginTime: '08:30', endTime: '24:00', value: 2 as const, name: 'Peak' }];
    const shown = (buckets: Course['buckets']) =>
      dayChart({ ...question, counterparts: ['yesterday'], buckets }, 'E', t, periods);
    expect(shown(hours)).toMatchObject({ strip: true, shading: [{ from: 8.5, to: 24, period: 2 }] });
    expect(shown(hours.slice(1)).shading).toBe(undefined);
  });

  test('the hour that a clock repeats has a name of its own', () => {
    const labels = ['00:00', '01:00', '02:00', '02:00', '03:00'];
    const buckets = labels.map((label, i) => bucket(i, 1, { label }));
    const { x } = dayChart({ ...question, counterparts: ['yesterday'], buckets }, 'E', t);
    expect(x.names.slice(2, 4)).toEqual(['2018-07-15 02:00', '2018-07-15 02:00 (2)']);
    expect(x.ticks.map((tick) => tick.at)).toEqual([0, 2, 3, 5]);
  });

  test('a month is stacked from the valley up, what is in no period on top, the day that runs hatched', () => {
    const days = [
      { ...bucket(0, 90), label: '07-01', periods: [10, 20, 30, 30, null] },
      { ...bucket(1, 50), label: '07-02', periods: [null, 20, 0, 20, null], unfinished: true },
      { ...bucket(2, null), label: '07-03', periods: [null, null, null, null, null] },
    ];
    const chart = periodChart({ ...question, buckets: days }, 'E', t, ({ en }) => en);
    expect(chart.series.map(({ label, values, stack }) => [label, values, stack])).toEqual([
      ['Valley', [30, 20, null], 'period'],
      ['Flat', [30, 0, null], 'period'],
      ['Peak', [20, 20, null], 'period'],
      ['Sharp', [10, null, null], 'period'],
      ['noPeriod', [null, 10, null], 'period'],
    ]);
    expect(chart.series[0]).toMatchObject({ color: { tariff: 4 }, unfinished: [1] });
    const deep = [{ ...bucket(0, 5), label: '07-01', periods: [null, null, null, null, 5] }];
    const [only] = periodChart({ ...question, buckets: deep }, 'E', t, ({ en }) => en).series;
    expect(only).toMatchObject({ label: 'Deep valley', color: { tariff: 5 } });
  });

  test('a month leaves out a year before of which nothing is known', () => {
    const buckets = [bucket(0, 1, { label: '07-01', others: [2, null] })];
    const chart = monthChart({ ...question, counterparts: ['lastMonth', 'lastYear'], buckets }, 'E', t);
    expect(chart.series.map((series) => series.label)).toEqual(['2018-07', '2018-06']);
    expect(chart.x.names).toEqual(['2018-07-01']);
  });
});

describe('power', () => {
  const curve: PowerCurve = {
    ...question,
    source: 'PZ',
    unit: 'kW',
    from: START,
    to: START + 24 * HOUR,
    points: [
      [START, 10],
      [START + HOUR, null],
      [START + 2 * HOUR, 30],
    ],
    before: [
      [START + 60_000, 5],
      [START + 3 * HOUR, 6],
    ],
  };

  test('both days stand on the instants of the day, and behind its end on those of the day before', () => {
    const chart = powerChart(curve, t);
    expect(chart.x.at).toEqual([0, 1, 2, 3]);
    expect(chart.series.map((series) => series.values)).toEqual([
      [10, null, 30, null],
      [5, null, null, 6],
    ]);
    expect(chart.x.span).toBe(24);
  });

  test('a value stands for a quarter of an hour around it', () => {
    expect(sampled([[0, 1]], [0, 900_000, 900_001])).toEqual([1, 1, null]);
  });
});

describe('figures', () => {
  const span = {
    from: START,
    to: START + 24 * HOUR,
    value: 3529.94,
    coverage: 98,
    flags: ['measured', 'manual'] as const,
  };
  const compared = {
    ...span,
    comparable: span,
    before: { ...span, value: 1750.78 },
    change: 1.016209,
    why: null,
  };
  const peak = { demand: 628.72, energy: 157.18, from: START + 9.5 * HOUR, to: START + 9.75 * HOUR, proven: false, hiding: 0 }; // prettier-ignore
  const data: Figures = {
    ...question,
    day: { ...compared, trend: [1, 2] },
    yesterday: { ...span, value: null },
    month: { ...compared, value: 81_674.41, yearOnYear: compared, trend: [null, 1] },
    year: { ...compared, value: 959_640.31, change: null, trend: [959_640.31] },
    dayPeak: peak,
    dayPeakBefore: { demand: null, energy: null, from: null, to: null, proven: false, hiding: 0 },
    yearPeak: peak,
    demandUnit: 'kW',
    demandMethod: { zh: '区间式', en: 'blocks' },
    yearMethod: { zh: '2018-07 区间式', en: '2018-07 blocks' },
  };

  test('the strip says value, unit, every digit, comparison and what it opens', () => {
    const figures = figuresOf(data, 'E', t, ({ en }) => en);
    expect(figures.map((one) => [one.label, one.value, one.unit, one.comparison?.value])).toEqual([
      ['dayPast E 2018 2018-07', '3,529.9', 'kWh', '+101.6%'],
      ['yesterdayPast E 2018 2018-07', '--', 'kWh', undefined],
      ['monthPast E 2018 2018-07', '81.7', 'MWh', '+101.6%'],
      ['yearPast E 2018 2018-07', '959.6', 'MWh', '--'],
      ['dayPeakPast', '629', 'kW', ''],
      ['yearPeakPast E 2018 2018-07', '157.18', 'kWh', '629 kW'],
    ]);
    expect(figures[3]?.full).toBe('959,640.31 kWh');
    expect(figures[0]).toMatchObject({
      coverage: 0.98,
      quality: 'manual',
      opens: { level: 3, at: START, meter: null },
    });
    expect(figures[5]?.opens).toEqual({ level: 1, at: START + 9.5 * HOUR, meter: null });
  });

  test('a peak that nobody measured, or beside which something is missing, is at least what it says', () => {
    const label = (more: Partial<typeof peak>) =>
      figuresOf({ ...data, yearPeak: { ...peak, ...more } }, 'E', t, ({ en }) => en).at(-1);
    expect(label({ proven: true })?.label).toMatch(/^peakAtLeast yearPeakPast/);
    expect(label({ proven: true })?.full).toContain('peakProven');
    expect(label({ hiding: 2 })?.full).toContain('peakHiding');
    expect(label({})?.full).not.toContain('peakHiding');
  });

  test('the labels stand before the figures come', () => {
    expect(blankFigures('2018-07-15', '2026-01-01', 'E', t).map((one) => one.label)).toEqual(
      figuresOf(data, 'E', t, ({ en }) => en).map((one) => one.label),
    );
  });
});

test('rankings are padded to ten', () => {
  expect(padTop([1, 2])).toEqual([1, 2, null, null, null, null, null, null, null, null]);
  expect(padTop(Array.from({ length: 12 }, (_, i) => i))).toHaveLength(10);
});
