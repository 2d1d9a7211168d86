import type { AnalysisFigure } from '#contract/analysis.ts';
import { defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { type Group, groupsOf, meanOf, profileColumns, profileRow, totalOf } from './profile.ts';
import { WEEKDAYS } from './weekday.ts';

/** Mean of the groups together, a day each. */
function meanOfAll(groups: readonly Group[]): number | null {
  const n = groups.reduce((sum, group) => sum + group.n, 0);
  return meanOf({ n, sum: n === 0 ? null : totalOf(groups), most: null, least: null, flags: 0 });
}

/** Week analysis: how each weekday was over a range; days that are not over or not known do not count. */
export const week = defineAnalysis({
  name: 'week',
  title: { zh: '周分析', en: 'Week analysis' },
  permission: 'SDNPowerAdmin.SDNPowerAnalysis',
  intervals: [INTERVAL.day],
  find: async (trx, query) => {
    const { zone, subject } = query;
    const { unit } = subject;
    const groups = await groupsOf(
      trx,
      query,
      3,
      WEEKDAYS.length,
      ({ ts }) => (zone.localDay(ts) + 3) % WEEKDAYS.length,
    );
    const total = totalOf(groups);
    const working = meanOfAll(groups.slice(0, 5));
    const weekend = meanOfAll(groups.slice(5));
    const figure = (key: string, zh: string, en: string, value: number | null): AnalysisFigure => ({
      key,
      label: { zh, en },
      value,
      kind: 'amount',
      unit,
      note: { zh: '日均', en: 'Mean of the day' },
    });
    return {
      figures: [
        figure('mean', '全部', 'All days', meanOfAll(groups)),
        figure('working', '周一至周五', 'Monday to Friday', working),
        figure('weekend', '周六周日', 'Saturday and Sunday', weekend),
        {
          key: 'weekendShare',
          label: { zh: '周末与工作日之比', en: 'Weekend to working day' },
          value: working === null || weekend === null || working === 0 ? null : weekend / working,
          kind: 'share',
        },
      ],
      columns: [
        { key: 'time', label: { zh: '星期', en: 'Weekday' }, kind: 'clock' },
        ...profileColumns(unit),
      ],
      rows: groups.map((group, at) => profileRow(String(at), WEEKDAYS[at] ?? '', group, total)),
    };
  },
});
