import * as z from 'zod';
import { INTERVAL } from '#contract/interval.ts';
import { id } from '#contract/param.ts';
import { type Text, textIn } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { bucketBounds } from '#domain/time/bucket.ts';
import { dateAt } from '#domain/time/text.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { type SumBucket, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  analysisContextOf,
  between,
  bucketLabel,
  defineAnalysis,
  flagsOf,
  numberOf,
  sheetOf,
  within,
} from '#feature/meters/analysisFrame/server/public.ts';

const title: Text = { zh: '最高负荷', en: 'Highest loads' };
const permission = 'SDNPowerAdmin.SDNPeakPage';
/** Highest hours of a range that are listed. */
const TOP = 10;

/** A day with its hours that are over and known, and the highest of them. */
interface PeakDay {
  readonly from: number;
  readonly to: number;
  readonly own: readonly SumBucket[];
  readonly known: readonly SumBucket[];
  readonly top: SumBucket | null;
}

const energyOf = ({ energy }: SumBucket): bigint => energy ?? 0n;

/** The days of a range; between equal hours the earlier is the peak. */
async function peakDays(trx: Db, { zone, signed, range, until }: AnalysisContext): Promise<PeakDay[]> {
  const hours = await usageSum(trx, signed, 2, range.from, range.to);
  const days = between(bucketBounds(zone, 3, range.from, range.to));
  return within(days, hours).map((own, i) => {
    const { from, to } = days[i] ?? range;
    const known = own.filter(({ energy, end }) => energy !== null && end <= until);
    const top = known.reduce<SumBucket | null>(
      (best, one) => (best === null || energyOf(one) > energyOf(best) ? one : best),
      null,
    );
    return { from, to, own, known, top };
  });
}

const clockOf = ({ zone }: AnalysisContext, t: number): string => bucketLabel(zone, 2, t).slice(11);

/** How many days were highest at each time of day, the most frequent first. */
function timesOf(context: AnalysisContext, days: readonly PeakDay[]): { time: string; count: number }[] {
  const times = new Map<string, number>();
  for (const { top } of days)
    if (top) times.set(clockOf(context, top.ts), (times.get(clockOf(context, top.ts)) ?? 0) + 1);
  return [...times]
    .map(([time, count]) => ({ time, count }))
    .toSorted((a, b) => b.count - a.count || a.time.localeCompare(b.time));
}

/** The highest hours of all days. */
const topOf = (context: AnalysisContext, days: readonly PeakDay[]) =>
  days
    .flatMap(({ known }) => known)
    .toSorted((a, b) => (energyOf(a) < energyOf(b) ? 1 : energyOf(a) > energyOf(b) ? -1 : a.ts - b.ts))
    .slice(0, TOP)
    .map((hour, i) => ({ rank: i + 1, time: bucketLabel(context.zone, 2, hour.ts), ts: hour.ts, value: numberOf(hour.energy) })); // prettier-ignore

const dayEnergy = ({ known }: PeakDay): bigint => known.reduce((sum, one) => sum + energyOf(one), 0n);

const shareOf = (day: PeakDay): number | null => {
  const all = dayEnergy(day);
  return day.top === null || all === 0n ? null : Number(energyOf(day.top)) / Number(all);
};

const bubblesOf = (context: AnalysisContext, days: readonly PeakDay[]) =>
  days.flatMap((day) =>
    day.top === null
      ? []
      : [{
          date: bucketLabel(context.zone, 3, day.from),
          time: clockOf(context, day.top.ts),
          hour: context.zone.local(day.top.ts).hour,
          value: numberOf(day.top.energy),
          share: shareOf(day),
        }],
  ); // prettier-ignore

async function findPeaks(trx: Db, context: AnalysisContext): Promise<Finding> {
  const { zone, subject, until, expected } = context;
  const { unit } = subject;
  const days = await peakDays(trx, context);
  const [highest] = topOf(context, days);
  const [most] = timesOf(context, days);
  const peaks = days.filter(({ top }) => top !== null).length;
  const flags = days.find(({ top }) => top?.ts === highest?.ts)?.top?.flags ?? 0;
  const name = highest?.time ?? '--';
  return {
    figures: [
      {
        key: 'highest',
        label: { zh: '最高小时', en: 'Highest hour' },
        value: highest?.value ?? null,
        kind: 'amount',
        unit,
        note: { zh: name, en: name },
        ...(highest ? { opens: { level: 2, at: highest.ts }, flags: flagsOf(flags) } : {}),
      },
      {
        key: 'often',
        label: { zh: '最常出现', en: 'Most often' },
        value: most ? most.count / peaks : null,
        kind: 'share',
        note: most
          ? { zh: `${most.time}，${most.count} 天`, en: `${most.time}, ${most.count} days` }
          : { zh: '--', en: '--' },
      },
    ],
    columns: [
      { key: 'time', label: { zh: '日期', en: 'Date' }, kind: 'clock' },
      { key: 'at', label: { zh: '最高时刻', en: 'Highest at' }, kind: 'clock' },
      { key: 'peak', label: { zh: '最高小时用能', en: 'Highest hour' }, kind: 'amount', unit },
      { key: 'day', label: { zh: '当日用能', en: 'The day' }, kind: 'amount', unit },
      { key: 'share', label: { zh: '占当日', en: 'Of the day' }, kind: 'share' },
    ],
    rows: days.map((day): AnalysisRow => {
      const { from, to, own, known, top } = day;
      const sum = {
        energy: top?.energy ?? null,
        coveredS: own.reduce((all, one) => all + one.coveredS, 0),
        flags: top?.flags ?? 0,
        known: expected.counting.length,
      };
      return {
        key: String(from),
        cells: {
          time: bucketLabel(zone, 3, from),
          at: top && clockOf(context, top.ts),
          peak: numberOf(top?.energy ?? null),
          day: known.length === 0 ? null : microToNumber(dayEnergy(day)),
          share: shareOf(day),
        },
        coverage: spanAmountOf(sum, from, to, expected).coverage,
        flags: flagsOf(sum.flags),
        ...(from <= expected.now && to > until ? { unfinished: true } : {}),
        ...(top ? { opens: { level: 2, at: top.ts } } : {}),
      };
    }),
  };
}

/** Peak analysis: the hour of each day in which most was used, its share of the day; which hour that is most often. */
const calls = defineAnalysis({ name: 'peak', title, permission, intervals: [INTERVAL.day], find: findPeaks });

/** Organisation and data class, or a meter; dates YYYY-MM-DD, by default from the start of the month to today. */
const shape = {
  orgId: id().optional(),
  consumerId: id().optional(),
  dataAmmeterId: id().optional(),
  dataClassifyId: z.coerce.string().regex(/^\d{1,2}$/).optional(), // prettier-ignore
  beginDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
};

async function askPeak(trx: Db, params: z.output<z.ZodObject<typeof shape>>): Promise<AnalysisContext> {
  const { dataClassifyId, beginDate, endDate, ...who } = params;
  const now = Date.now();
  const question = { ...who, dataType: dataClassifyId, interval: INTERVAL.day };
  const context = await analysisContextOf(trx, { ...question, begin: beginDate, end: endDate }, now);
  if (beginDate !== undefined) return context;
  const end = endDate ?? dateAt(context.zone, now);
  return analysisContextOf(trx, { ...question, begin: `${end.slice(0, 7)}-01`, end }, now);
}

const peakCall = (
  name: string,
  summary: Text,
  tell: (context: AnalysisContext, days: readonly PeakDay[]) => object,
): Route =>
  defineRoute({
    method: 'GET',
    path: `/api/analysis/peak/${name}`,
    summary,
    permission,
    prepared: true,
    params: z.object(shape),
    example: { orgId: 1001, dataClassifyId: 1 },
    toldBy: tell,
    handler: async ({ trx, params }) => {
      const query = await askPeak(trx, params);
      return tell(query, await peakDays(trx, query));
    },
  });

const exportDailyPeak = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/analysis/peak/exportDailyPeak',
  summary: { zh: '每日最高负荷：导出', en: 'Highest load of each day: export' },
  permission,
  params: z.object({ ...shape, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
  example: { orgId: 1001, dataClassifyId: 1 },
  handler: async ({ trx, params: { format, ...params }, language }) => {
    const query = await askPeak(trx, params);
    const answer = { ...query.question, ...(await findPeaks(trx, query)) };
    return {
      fileName: `${textIn(title, language)} ${answer.subject.name} ${answer.begin} ${answer.end}.${format}`,
      mimeType: sheetType(format),
      body: writeSheet(sheetOf(answer, title, language, format)),
    };
  },
});

export const peak: readonly Route[] = [
  ...calls,
  peakCall('getDistribution', { zh: '最高小时的分布气泡、时刻次数与排名', en: 'Peaks of days as bubbles, their times and the top' }, (query, days) => ({
    unit: query.subject.unit,
    list: bubblesOf(query, days),
    timeList: timesOf(query, days),
    topList: topOf(query, days),
  })), // prettier-ignore
  peakCall('getTimesList', { zh: '最高时刻次数', en: 'How often each hour was the peak' }, (query, days) => ({
    unit: query.subject.unit,
    timeList: timesOf(query, days),
  })), // prettier-ignore
  peakCall('getTopList', { zh: '最高小时排名', en: 'Highest hours' }, (query, days) => ({
    unit: query.subject.unit,
    topList: topOf(query, days),
  })), // prettier-ignore
  exportDailyPeak,
];
