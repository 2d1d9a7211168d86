import { hourlyUnit } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import type { Text } from '#contract/text.ts';
import { numberToMicro } from '#domain/decimal/decimal.ts';
import { hidingText, provenText } from '#domain/demand/ruleText.ts';
import { countingOfAll, dueSeconds } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { expectedUntil } from '#domain/figure/amount.ts';
import type { Standard } from '#feature/energy/analysisStandard/contract.ts';
import type { AnalysisFigure, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  bucketLabel,
  defineAnalysis,
  flagsOf,
  rowOf,
  lackingText,
} from '#feature/meters/analysisFrame/server/public.ts';
import { demandDay, type DemandDay, type KnownWindow } from '../domain/demandDay.ts';
import { shifted } from '#domain/time/shift.ts';
import { standardOf } from '#feature/energy/analysisStandard/server/public.ts';
import {
  type Certainty,
  certaintyOf,
  datesOf,
  type DemandBucket,
  type DemandDate,
  orProven,
  windowAt,
  withDayBefore,
} from './window.ts';

/** Demand analysis: every window of a day beside the day before, or each day's highest, second and excess. */
export const demandAnalysis = defineAnalysis({
  name: 'demand',
  title: { zh: '需量分析', en: 'Demand analysis' },
  permission: 'SDNPowerAdmin.SDNDemandAnalysis',
  intervals: [INTERVAL.quarter, INTERVAL.day],
  find: async (trx, query): Promise<Finding> => {
    const standard = await standardOf(trx, query.subject);
    const { range } = query;
    if (query.level !== 1) {
      const { whole, dates, certainty } = await datesOf(trx, query, range, standard.demandStandard, true);
      return {
        figures: figuresOf(query, whole, standard, certainty),
        ...dayRows(query, dates, standard),
        notes: notesOf(query, certainty),
      };
    }
    // The day before the range too, which its first day is beside.
    const { intervals, all } = await withDayBefore(trx, query, range);
    const windows = all.filter(({ from }) => from >= range.from);
    const day = demandDay(windows.map(windowAt), standard.demandStandard);
    const top = day.max && { at: day.max.to, demand: numberToMicro(day.max.value) };
    const certainty = await certaintyOf(trx, query, range, intervals, top);
    const figures = figuresOf(query, { ...day, max: orProven(day.max, certainty.maximum) }, standard, certainty); // prettier-ignore
    return { figures, ...windowRows(query, windows, all, standard), notes: notesOf(query, certainty) };
  },
});

function figuresOf(
  context: AnalysisContext,
  { max, second, known, overCount, overMinutes }: DemandDay,
  standard: Standard,
  { method: how, hiding }: Certainty,
): AnalysisFigure[] {
  const unit = hourlyUnit(context.subject.unit);
  const coverage = coverageOf(context, context.range, known);
  const line = (key: string, label: Text, value: number | null): AnalysisFigure => ({
    key,
    label,
    value,
    kind: 'amount',
    unit,
  });
  const at = (one: KnownWindow | null, how?: Text): Pick<AnalysisFigure, 'note' | 'opens'> => ({
    note: noteOf(context, one, how),
    ...(one ? { opens: { level: 1, at: one.to - 1 } } : {}),
  });
  const least = max && !max.proven && hiding.length > 0 ? hidingText(hiding.length) : null;
  return [
    {
      ...line('max', { zh: '最大需量', en: 'Highest demand' }, max?.value ?? null),
      ...at(max, least ? both(how, least) : how),
      coverage,
    },
    { ...line('second', { zh: '次大需量', en: 'Second highest' }, second?.value ?? null), ...at(second) },
    {
      ...line('standard', { zh: '标准线', en: 'Standard line' }, standard.demandStandard),
      ...(standard.demandStandard === null ? { note: { zh: '未设置', en: 'not set' } } : {}),
    },
    {
      key: 'overCount',
      label: { zh: '超标次数', en: 'Windows above it' },
      value: overCount,
      kind: 'count',
    },
    {
      key: 'overMinutes',
      label: { zh: '超标时长', en: 'Time above it' },
      value: overMinutes,
      kind: 'amount',
      unit: 'min',
    },
  ];
}

/** Where no demand is known, which meters lack data. */
const notesOf = (context: AnalysisContext, { maximum, lacking }: Certainty): Text[] =>
  maximum !== null || lacking.size === 0 ? [] : [lackingText(context, lacking, MAXIMUM)];

const MAXIMUM = { zh: '最大需量', en: 'the maximum demand of all together is' };

const clockOf = ({ zone }: AnalysisContext, t: number): string => {
  const text = bucketLabel(zone, 1, t).slice(11);
  return text === '00:00' ? '24:00' : text;
};

const both = (a: Text, b: Text): Text => ({ zh: `${a.zh}；${b.zh}`, en: `${a.en}; ${b.en}` });

/** When a demand was, how it is measured, and whether it is at least what it says. */
function noteOf(context: AnalysisContext, one: KnownWindow | null, how?: Text): Text {
  if (!one) return { zh: '--', en: '--' };
  const from = bucketLabel(context.zone, 1, one.from);
  const text = `${from}–${clockOf(context, one.to)}`;
  const when: Text = one.proven
    ? provenText(from, bucketLabel(context.zone, 1, one.to))
    : { zh: text, en: text };
  return how ? both(when, how) : when;
}

function windowRows(
  context: AnalysisContext,
  windows: readonly DemandBucket[],
  all: readonly DemandBucket[],
  { demandStandard, demandMax, demandSecond }: Standard,
): Pick<Finding, 'columns' | 'rows'> {
  const unit = hourlyUnit(context.subject.unit);
  const before = new Map(all.map((one) => [one.from, one.value]));
  const amount = (key: string, zh: string, en: string) =>
    ({ key, label: { zh, en }, kind: 'amount', unit }) as const;
  return {
    columns: [
      { key: 'time', label: { zh: '时段开始', en: 'Quarter from' }, kind: 'clock' },
      { key: 'to', label: { zh: '窗口结束', en: 'Window ends' }, kind: 'clock' },
      amount('value', '需量', 'Demand'),
      amount('yesterday', '前一日', 'Day before'),
      { ...amount('diff', '差值', 'Difference'), signed: true },
      amount('over', '超标准线', 'Above the standard'),
      { ...amount('standard', '标准线', 'Standard line'), lineOnly: true },
      { ...amount('max', '最大线', 'Maximum line'), lineOnly: true },
      { ...amount('second', '次大线', 'Second line'), lineOnly: true },
    ],
    rows: windows.map(({ bucket, from, ended, value }) => {
      const there = shifted(context.zone, from, { days: 1 });
      const yesterday = there === null ? null : (before.get(there) ?? null);
      return rowOf(context, bucket, {
        to: clockOf(context, ended),
        value,
        yesterday,
        diff: value === null || yesterday === null ? null : value - yesterday,
        over:
          value === null || demandStandard === null || value <= demandStandard
            ? null
            : value - demandStandard,
        standard: demandStandard,
        max: demandMax,
        second: demandSecond,
      });
    }),
  };
}

function dayRows(
  context: AnalysisContext,
  dates: readonly DemandDate[],
  { demandStandard, demandMax, demandSecond }: Standard,
): Pick<Finding, 'columns' | 'rows'> {
  const unit = hourlyUnit(context.subject.unit);
  const amount = (key: string, zh: string, en: string, of = unit) =>
    ({ key, label: { zh, en }, kind: 'amount', unit: of }) as const;
  return {
    columns: [
      { key: 'time', label: { zh: '日期', en: 'Date' }, kind: 'clock' },
      amount('value', '最大需量', 'Highest'),
      { key: 'at', label: { zh: '窗口结束', en: 'Window ends' }, kind: 'clock' },
      amount('secondValue', '次大需量', 'Second'),
      { key: 'secondAt', label: { zh: '窗口结束', en: 'Window ends' }, kind: 'clock' },
      amount('diffSecond', '最大与次大之差', 'Highest over second'),
      { ...amount('diffBefore', '与前一日之差', 'Against the day before'), signed: true },
      { key: 'overCount', label: { zh: '超标次数', en: 'Windows above' }, kind: 'count' },
      amount('over', '超标时长', 'Time above', 'min'),
      { ...amount('standard', '标准线', 'Standard line'), lineOnly: true },
      { ...amount('max', '最大线', 'Maximum line'), lineOnly: true },
      { ...amount('second', '次大线', 'Second line'), lineOnly: true },
      ...(dates.some((day) => day.max?.proven)
        ? [{ key: 'least', label: { zh: '说明', en: 'Note' }, kind: 'text' } as const]
        : []),
    ],
    rows: dates.map((day, i): AnalysisRow => {
      const earlier = dates[i - 1]?.max?.value;
      return {
        key: String(day.from),
        cells: {
          time: day.date,
          value: day.max?.value ?? null,
          at: day.max ? clockOf(context, day.max.to) : null,
          secondValue: day.second?.value ?? null,
          secondAt: day.second ? clockOf(context, day.second.to) : null,
          diffSecond: day.max && day.second ? day.max.value - day.second.value : null,
          diffBefore: day.max && earlier !== undefined ? day.max.value - earlier : null,
          overCount: day.overCount,
          over: day.overMinutes === 0 ? null : day.overMinutes,
          standard: demandStandard,
          max: demandMax,
          second: demandSecond,
          least: day.max?.proven ? noteOf(context, day.max) : null,
        },
        ...qualityOfDay(context, day),
        ...(day.max ? { opens: { level: 1, at: day.max.to - 1 } } : {}),
      };
    }),
  };
}

/** The share of the windows that were measured in full, of those in which a meter counts; null where none is due. */
function coverageOf({ expected }: AnalysisContext, { from, to }: Range, known: number | null): number | null {
  const seconds = dueSeconds(countingOfAll(expected.counting), from, Math.min(to, expectedUntil(expected)));
  const due = Math.floor((seconds * 1000) / QUARTER_MS);
  return due > 0 && known !== null ? Math.min(100, Math.floor((100 * known) / due)) : null;
}

/** What the windows of a day are worth. */
function qualityOfDay(
  context: AnalysisContext,
  { from, to, known, flags }: DemandDate,
): Pick<AnalysisRow, 'coverage' | 'flags' | 'unfinished'> {
  const { expected, until } = context;
  return {
    coverage: coverageOf(context, { from, to }, known),
    flags: flagsOf(flags),
    ...(from <= expected.now && to > until ? { unfinished: true } : {}),
  };
}
