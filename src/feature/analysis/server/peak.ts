import { microToNumber } from '#domain/decimal/decimal.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { spanAmountOf } from '#feature/overview/domain/amount.ts';
import { type SumBucket, usageSum } from '#feature/reading/server/public.ts';
import type { AnalysisRow } from '../contract.ts';
import { defineAnalysis } from './defineAnalysis.ts';
import { bucketLabel, flagsOf, numberOf } from './series.ts';

/**
 * Peak analysis: the hour of each day in which most was used, how high, and its share of the day; which hour of the
 * day that is most often.
 */
export const peak = defineAnalysis({
  name: 'peak',
  title: { zh: '高峰分析', en: 'Peak analysis' },
  permission: 'SDNPowerAdmin.SDNPeakPage',
  intervals: ['301'],
  find: async (trx, asked) => {
    const { zone, signed, range, subject, until, expected } = asked;
    const { unit } = subject;
    const hours = await usageSum(trx, signed, 2, range.from, range.to);
    const bounds = bucketBounds(zone, 3, range.from, range.to);
    const times = new Map<string, number>();
    let highest: SumBucket | null = null;
    const rows = bounds.slice(0, -1).map((from, i): AnalysisRow => {
      const to = bounds[i + 1] ?? from;
      const own = hours.filter(({ ts }) => ts >= from && ts < to);
      const known = own.filter(({ energy, end }) => energy !== null && end <= until);
      const top = known.reduce<SumBucket | null>(
        (best, one) => (best === null || (one.energy ?? 0n) > (best.energy ?? 0n) ? one : best),
        null,
      );
      const day = known.reduce((sum, one) => sum + (one.energy ?? 0n), 0n);
      const at = top ? bucketLabel(zone, 2, top.ts).slice(11) : null;
      if (top && at !== null) {
        times.set(at, (times.get(at) ?? 0) + 1);
        if (!highest || (top.energy ?? 0n) > (highest.energy ?? 0n)) highest = top;
      }
      const sum = {
        energy: top?.energy ?? null,
        coveredS: own.reduce((all, one) => all + one.coveredSeconds, 0) * expected.meters,
        flags: top?.flags ?? 0,
        known: expected.meters,
      };
      return {
        key: String(from),
        cells: {
          time: bucketLabel(zone, 3, from),
          at,
          peak: numberOf(top?.energy ?? null),
          day: known.length === 0 ? null : microToNumber(day),
          share: top?.energy == null || day === 0n ? null : Number(top.energy) / Number(day),
        },
        coverage: spanAmountOf(sum, from, to, expected).coverage,
        flags: flagsOf(sum.flags),
        ...(from <= expected.now && to > until ? { unfinished: true } : {}),
        ...(top ? { opens: { level: 2, at: top.ts } } : {}),
      };
    });
    const [most] = [...times].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
    const top = highest as SumBucket | null;
    const name = top ? bucketLabel(zone, 2, top.ts) : '--';
    return {
      figures: [
        {
          key: 'highest',
          label: { zh: '最高小时', en: 'Highest hour' },
          value: numberOf(top?.energy ?? null),
          kind: 'amount',
          unit,
          note: { zh: name, en: name },
          ...(top ? { opens: { level: 2, at: top.ts }, flags: flagsOf(top.flags) } : {}),
        },
        {
          key: 'often',
          label: { zh: '最常出现', en: 'Most often' },
          value: most ? most[1] / rows.filter((row) => row.cells['at'] !== null).length : null,
          kind: 'share',
          note: most
            ? { zh: `${most[0]}，${most[1]} 天`, en: `${most[0]}, ${most[1]} days` }
            : { zh: '--', en: '--' },
        },
      ],
      columns: [
        { key: 'time', label: { zh: '日期', en: 'Date' }, kind: 'clock' },
        { key: 'at', label: { zh: '高峰时刻', en: 'Peak at' }, kind: 'clock' },
        { key: 'peak', label: { zh: '高峰用能', en: 'Peak hour' }, kind: 'amount', unit },
        { key: 'day', label: { zh: '当日用能', en: 'The day' }, kind: 'amount', unit },
        { key: 'share', label: { zh: '占当日', en: 'Of the day' }, kind: 'share' },
      ],
      rows,
    };
  },
});
