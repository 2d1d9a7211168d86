import { energyTypeOf } from '#contract/energyType.ts';
import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import type { Finding } from '#feature/meters/analysisFrame/contract.ts';
import {
  type AnalysisContext,
  defineAnalysis,
  numberOf,
} from '#feature/meters/analysisFrame/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import type { Db } from '#server/database/db.ts';
import { groundOf, wholeIntervals } from './asked.ts';
import { comprehensive, type Comprehensive } from './comprehensive.ts';
import { told, uncounted } from './quality.ts';
import { qualityAt, statisticCells, statisticColumns, statisticFigures } from './row.ts';

async function find(trx: Db, context: AnalysisContext): Promise<Finding> {
  const ground = await groundOf(trx, context);
  const { config } = ground;
  const { intervals: periods, places } = wholeIntervals(context);
  const found = await comprehensive(trx, ground, ground.meters, periods);
  const whole = found.totals[places.own]?.coal ?? null;
  const columns: AnalysisColumn[] = [
    { key: 'name', label: { zh: '能源', en: 'Energy' }, kind: 'text' },
    { key: 'amount', label: { zh: '用量', en: 'Used' }, kind: 'price' },
    { key: 'unit', label: { zh: '单位', en: 'Unit' }, kind: 'text' },
    ...statisticColumns(new Set([...config.shown].filter((one) => one !== 'types')), [], config),
  ];
  return {
    figures: statisticFigures(found, places, config, context),
    columns,
    rows: found.types.map((type): AnalysisRow => {
      const { label, unit } = energyTypeOf(type.dataType);
      const alone: Comprehensive = { types: [type], totals: type.equivalents, intervals: found.intervals };
      const { cells, why } = statisticCells(alone, places, whole, config);
      return {
        key: type.dataType,
        why,
        cells: {
          name: label,
          amount: numberOf(type.sums[places.own]?.energy ?? null),
          unit,
          ...cells,
        },
        ...told(qualityAt(alone, places.own, context)),
      };
    }),
    notes: uncounted(ground),
  };
}

/** By energy: each in its own unit, and its share of the whole equivalent. */
export const classify = defineAnalysis({
  name: 'statisticsClassify',
  title: { zh: '分类统计', en: 'Statistics by energy' },
  permission: 'SDNPowerStatistic.Classify',
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  find,
});

/** Energy at a glance: the same for whoever looks at the energies rather than at the statistics. */
export const powerOverview = defineAnalysis({
  name: 'powerOverview',
  title: { zh: '用能总览', en: 'Energy at a glance' },
  permission: 'SDNPowerAdmin.SDNPowerOverview',
  intervals: [INTERVAL.day, INTERVAL.month, INTERVAL.year],
  find,
});
