import { sumOf } from '#domain/decimal/sum.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import { FLAG, flagNames } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';
import type { AnalysisColumn, AnalysisRow } from '#contract/analysis.ts';
import { type AnalysisContext, defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { type Ground, groundOf, wholeIntervals } from './asked.ts';
import { byObject } from './byObject.ts';
import { comprehensive, type Comprehensive } from './comprehensive.ts';
import type { StatisticsConfig } from './config.ts';
import { overTime } from './overTime.ts';
import { partsBelow } from './partsBelow.ts';
import { told, uncounted, uncountedTypes } from './quality.ts';
import { qualityAt, statisticCells, statisticColumns } from './row.ts';

interface Body {
  readonly head: AnalysisColumn;
  readonly rows: readonly AnalysisRow[];
}

/** Rows by energy, by organisation below, or by bucket of the range, as the settings say. */
async function bodyOf(trx: Db, context: AnalysisContext, ground: Ground): Promise<Body> {
  const { config } = ground;
  if (config.reportBy === '3') {
    const objects = partsBelow(context, ground);
    const { rows } = await byObject(trx, context, ground, objects, ORGANISATION);
    return { head: { key: 'name', label: ORGANISATION, kind: 'text' }, rows };
  }
  if (config.reportBy === '2') {
    const { intervals: periods, places } = wholeIntervals(context);
    const found = await comprehensive(trx, ground, ground.meters, periods);
    const whole = found.totals[places.own]?.coal ?? null;
    const rows = found.types.map((type): AnalysisRow => {
      const alone: Comprehensive = { types: [type], totals: type.equivalents, intervals: found.intervals };
      const { cells, why } = statisticCells(alone, places, whole, config);
      return {
        key: type.dataType,
        cells: { name: energyTypeOf(type.dataType).label, ...cells },
        why,
        ...told(qualityAt(alone, places.own, context)),
      };
    });
    return { head: { key: 'name', label: { zh: '能源', en: 'Energy' }, kind: 'text' }, rows };
  }
  const { rows } = await overTime(trx, context, ground);
  return { head: { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' }, rows };
}

const COUNTED: Text = { zh: '计入能源', en: 'Energies counted' };
const ORGANISATION: Text = { zh: '组织', en: 'Organisation' };

/** What stands below the table: what is counted and how, what is not, and who made it. */
function notesOf(ground: Ground): Text[] {
  const { config, meters } = ground;
  const lacking = uncountedTypes(ground);
  const types = [...meters.keys()]
    .filter((type) => !lacking.includes(type))
    .map((type) => energyTypeOf(type).label);
  const by =
    config.electricityBy === '2'
      ? { zh: '等价值', en: 'by generation' }
      : { zh: '当量值', en: 'by heat value' };
  const signers = [
    ['制表', 'Prepared by', config.signers.prepared],
    ['审核', 'Checked by', config.signers.checked],
    ['批准', 'Approved by', config.signers.approved],
  ] as const;
  const signed = signers.filter(([, , who]) => who !== null);
  return [
    {
      zh: `${COUNTED.zh}：${types.map((one) => one.zh).join('、')}；电力折标：${by.zh}`,
      en: `${COUNTED.en}: ${types.map((one) => one.en).join(', ')}; electricity ${by.en}`,
    },
    ...uncounted(ground),
    ...(signed.length === 0
      ? []
      : [
          {
            zh: signed.map(([zh, , who]) => `${zh}：${who}`).join('　'),
            en: signed.map(([, en, who]) => `${en}: ${who}`).join('   '),
          },
        ]),
  ];
}

/** The rows together. */
function sumRow(
  head: AnalysisColumn,
  columns: readonly AnalysisColumn[],
  rows: readonly AnalysisRow[],
): AnalysisRow {
  const sum = ({ key, kind }: AnalysisColumn): number | null => {
    if (kind !== 'amount' && kind !== 'share') return null;
    return sumOf(rows.map(({ cells }) => (typeof cells[key] === 'number' ? cells[key] : null)));
  };
  const coverages = rows.flatMap(({ coverage }) => coverage ?? []);
  return {
    key: 'sum',
    cells: {
      ...Object.fromEntries(columns.map((column) => [column.key, sum(column)])),
      [head.key]: { zh: '合计', en: 'Total' },
    },
    coverage: coverages.length === 0 ? null : Math.min(...coverages),
    flags: flagNames(rows.reduce((all, row) => row.flags.reduce((bits, flag) => bits | FLAG[flag], all), 0)),
  };
}

const titled = (config: StatisticsConfig): Text[] =>
  config.reportTitle === null ? [] : [{ zh: config.reportTitle, en: config.reportTitle }];

/** The report of comprehensive energy as the settings lay it out. */
export const form = defineAnalysis({
  name: 'statisticsForm',
  title: { zh: '综合能耗报表', en: 'Comprehensive energy report' },
  permission: 'SDNPowerStatistic.Report',
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  find: async (trx, query) => {
    const ground = await groundOf(trx, query);
    const { head, rows } = await bodyOf(trx, query, ground);
    const { config } = ground;
    const columns = [head, ...statisticColumns(config.reportColumns, [...ground.meters.keys()], config)];
    return {
      figures: [],
      columns,
      rows: rows.length === 0 ? [] : [...rows, sumRow(head, columns, rows)],
      notes: [...titled(config), ...notesOf(ground)],
    };
  },
});
