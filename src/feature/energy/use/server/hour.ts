import { INTERVAL } from '#contract/interval.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { AnalysisFigure } from '#contract/analysis.ts';
import { defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import { hourText } from '#domain/time/clock.ts';
import { type Group, groupsOf, meanOf, profileColumns, profileRow, totalOf } from './profile.ts';

const HOURS = 24;

/** The hours from the highest to the lowest mean; those of which nothing is known are left out. */
const ranked = (groups: readonly Group[]): { readonly hour: number; readonly mean: number }[] =>
  groups
    .flatMap((group, hour) => {
      const mean = meanOf(group);
      return mean === null ? [] : [{ hour, mean }];
    })
    .toSorted((a, b) => b.mean - a.mean);

/**
 * Hour analysis: how each hour of the day was over a range. The hour that a clock repeats counts twice, the one that
 * it leaves out not at all; hours of which nothing is known do not count.
 */
export const hour = defineAnalysis({
  name: 'hour',
  title: { zh: '小时分析', en: 'Hour analysis' },
  permission: 'SDNPowerAdmin.SDNPowerAnalysis',
  intervals: [INTERVAL.day],
  find: async (trx, query) => {
    const { zone, subject } = query;
    const { unit } = subject;
    const groups = await groupsOf(trx, query, 2, HOURS, ({ ts }) => zone.local(ts).hour);
    const total = totalOf(groups);
    const order = ranked(groups);
    const extreme = (
      key: string,
      zh: string,
      en: string,
      one: { hour: number; mean: number } | undefined,
    ): AnalysisFigure => ({
      key,
      label: { zh, en },
      value: one?.mean ?? null,
      kind: 'amount',
      unit,
      note: { zh: one ? hourText(one.hour) : '--', en: one ? hourText(one.hour) : '--' },
    });
    return {
      figures: [
        {
          key: 'total',
          label: { zh: '累计', en: 'Total' },
          value: groups.every((group) => group.sum === null) ? null : microToNumber(total),
          kind: 'amount',
          unit,
        },
        extreme('max', '最高时段', 'Highest hour', order[0]),
        extreme('min', '最低时段', 'Lowest hour', order.at(-1)),
      ],
      columns: [{ key: 'time', label: { zh: '时刻', en: 'Hour' }, kind: 'clock' }, ...profileColumns(unit)],
      rows: groups.map((group, at) => profileRow(String(at), hourText(at), group, total)),
    };
  },
});
