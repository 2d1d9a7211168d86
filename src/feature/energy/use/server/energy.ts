import { INTERVAL } from '#contract/interval.ts';
import { roundDiv } from '#domain/decimal/decimal.ts';
import type { Text } from '#contract/text.ts';
import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import { type Change, compared, noChange } from '#domain/figure/change.ts';
import { bucketStart } from '#domain/time/bucket.ts';
import { amountOf, sideOf } from '#domain/figure/amount.ts';
import { NO_SUM, type SumBucket, usageOver, usageSum } from '#feature/meters/reading/server/public.ts';
import type { AnalysisColumn, AnalysisFigure } from '#contract/analysis.ts';
import {
  type AnalysisContext,
  bucketLabel,
  bucketsBeside,
  changeCells,
  defineAnalysis,
  equalPeriods,
  flagsOf,
  LAST_YEAR,
  numberOf,
  previousPeriod,
  rowOf,
  sideOfBucket,
} from '#feature/meters/analysisFrame/server/public.ts';
import {
  isEquivalent,
  sumEquivalent,
  EQUIVALENT_COLUMNS,
  equivalentCells,
  equivalentFigures,
  equivalentOf,
} from '#feature/statistics/coefficient/server/public.ts';
import { formatAmount } from '#domain/figure/number.ts';

/** Energy analysis: the course of a range beside the interval before and the year before (specification 3 section 3). */
export const energy = defineAnalysis({
  name: 'energy',
  title: { zh: '用能分析', en: 'Energy analysis' },
  permission: 'SDNPowerAdmin.SDNPowerAnalysis',
  intervals: [INTERVAL.day, INTERVAL.quarter, INTERVAL.hour, INTERVAL.month, INTERVAL.year],
  find: async (trx, query) => {
    const { signed, subject } = query;
    const before = previousPeriod(query);
    const periods = [before, LAST_YEAR].map((shift) => equalPeriods(query, shift));
    const earliest = bucketStart(query.zone, query.level, query.range.from - 1);
    const [{ buckets, beside }, sums, [previous]] = await Promise.all([
      bucketsBeside(trx, query, [before, LAST_YEAR]),
      usageOver(trx, signed, [
        query.range,
        ...periods.slice(0, 1).map((one) => one.own),
        ...periods.map((one) => one.before),
      ]),
      usageSum(trx, signed, query.level, earliest, query.range.from),
    ]);
    const [rangeBefore, yearOnYear] = beside;
    const [whole = NO_SUM, own = NO_SUM, earlier = NO_SUM, lastYear = NO_SUM] = sums;
    const equivalent = await equivalentOf(
      trx,
      query,
      buckets.map(({ ts, end, energy }) => ({ from: ts, to: end, energy })),
    );
    const weighed = isEquivalent(equivalent);
    const against = (key: string, label: Text, sum: typeof NO_SUM, i: number): AnalysisFigure => {
      const { own: over, before: then } = periods[i] ?? { own: query.range, before: query.range };
      const { change, why } = compared(sideOf(own, over), sideOf(sum, then));
      return {
        key,
        label,
        value: change,
        kind: 'change',
        note: amountNote(sum.energy, subject.unit),
        ...(why ? { why: NOT_COMPARABLE[why] } : {}),
      };
    };
    const changeIn = (bucket: SumBucket, then: SumBucket | undefined): Change =>
      bucket.end > query.until ? noChange('running') : compared(sideOfBucket(bucket), sideOfBucket(then));
    return {
      figures: [
        {
          key: 'total',
          label: { zh: '累计', en: 'Total' },
          ...amountOf(whole, query.range.from, query.range.to, query.expected),
          kind: 'amount',
          unit: subject.unit,
        },
        against('monthOnMonth', { zh: '环比', en: 'Against the previous period' }, earlier, 0),
        against('yearOnYear', { zh: '同比', en: 'Against the year before' }, lastYear, 1),
        ...extremes(query, buckets),
        ...(weighed ? equivalentFigures(sumEquivalent(equivalent)) : []),
      ],
      columns: [...columnsOf(subject.unit), ...(weighed ? EQUIVALENT_COLUMNS : [])],
      rows: buckets.map((bucket, i) => {
        const last = i === 0 ? previous : buckets[i - 1];
        const year = yearOnYear?.get(bucket.ts);
        const { cells, why } = changeCells({
          previousChange: changeIn(bucket, last),
          lastYearChange: changeIn(bucket, year),
        });
        return {
          ...rowOf(query, bucket, {
            energy: numberOf(bucket.energy),
            previous: numberOf(last?.energy ?? null),
            lastYear: numberOf(year?.energy ?? null),
            before: numberOf(rangeBefore?.get(bucket.ts)?.energy ?? null),
            ...cells,
            ...(weighed ? equivalentCells(equivalent[i]) : {}),
          }),
          why,
        };
      }),
    };
  },
});

const columnsOf = (unit: string): AnalysisColumn[] => [
  { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
  { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit },
  { key: 'previous', label: { zh: '环比期', en: 'Previous' }, kind: 'amount', unit },
  { key: 'previousChange', label: { zh: '环比', en: 'Change' }, kind: 'change' },
  { key: 'lastYear', label: { zh: '同期', en: 'Year before' }, kind: 'amount', unit },
  { key: 'lastYearChange', label: { zh: '同比', en: 'Year on year' }, kind: 'change' },
  { key: 'before', label: { zh: '上一段对应值', en: 'In the range before' }, kind: 'amount', unit },
];

const amountNote = (micro: bigint | null, unit: string): Text => {
  const text = formatAmount(numberOf(micro), unit);
  return { zh: text, en: text };
};

/** Highest, lowest and mean of the buckets that are over and of which something is known. */
function extremes(context: AnalysisContext, buckets: readonly SumBucket[]): AnalysisFigure[] {
  const { zone, level, until, subject } = context;
  const known = buckets.filter((bucket) => bucket.energy !== null && bucket.end <= until);
  const by = (better: (a: bigint, b: bigint) => boolean): SumBucket | undefined =>
    known.reduce<SumBucket | undefined>(
      (best, one) => (best?.energy == null || better(one.energy ?? 0n, best.energy) ? one : best),
      undefined,
    );
  const figure = (key: string, label: Text, bucket: SumBucket | undefined): AnalysisFigure => {
    const name = bucket ? bucketLabel(zone, level, bucket.ts) : '--';
    return {
      key,
      label,
      value: numberOf(bucket?.energy ?? null),
      kind: 'amount',
      unit: subject.unit,
      note: { zh: name, en: name },
      ...(bucket ? { opens: { level, at: bucket.ts }, flags: flagsOf(bucket.flags) } : {}),
    };
  };
  const sum = known.reduce((total, bucket) => total + (bucket.energy ?? 0n), 0n);
  const mean = known.length === 0 ? null : numberOf(roundDiv(sum, BigInt(known.length)));
  return [
    figure('max', { zh: '最大', en: 'Highest' }, by((a, b) => a > b)), // prettier-ignore
    figure('min', { zh: '最小', en: 'Lowest' }, by((a, b) => a < b)), // prettier-ignore
    {
      key: 'avg',
      label: { zh: '平均', en: 'Mean' },
      value: mean,
      kind: 'amount',
      unit: subject.unit,
      note: { zh: `${known.length} 个时段`, en: `of ${known.length}` },
    },
  ];
}
