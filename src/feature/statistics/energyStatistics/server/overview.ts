import { defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { groundOf } from './asked.ts';
import { overTime } from './overTime.ts';
import { uncounted } from './quality.ts';
import { statisticColumns, statisticFigures } from './row.ts';

/** Statistics at a glance: comprehensive energy and carbon of an organisation over time, with each of its energies. */
export const overview = defineAnalysis({
  name: 'statisticsOverview',
  title: { zh: '统计总览', en: 'Overview of statistics' },
  permission: 'SDNPowerStatistic.Overview',
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  find: async (trx, query) => {
    const ground = await groundOf(trx, query);
    const { found, whole, rows } = await overTime(trx, query, ground);
    return {
      figures: statisticFigures(found, whole, ground.config, query),
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        ...statisticColumns(ground.config.shown, [...ground.meters.keys()], ground.config),
      ],
      rows,
      notes: uncounted(ground),
    };
  },
});
