import { sumOf } from '#domain/decimal/sum.ts';
import { sql } from 'kysely';
import type { AnalysisColumn, AnalysisRow, CellValue } from '#contract/analysis.ts';
import { type AnalysisContext, defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { chainBelow } from './below.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import { groundOf } from './asked.ts';
import { overTime } from './overTime.ts';
import { uncounted } from './quality.ts';
import { statisticFigures } from './row.ts';

interface Made {
  readonly product: string;
  readonly dt: string;
  readonly amount: number | null;
  readonly value: number | null;
  readonly added: number | null;
}

/** So many products have a column. */
const PRODUCTS = 6;

/** What was entered for the organisation and all below it, by day. */
async function entered(trx: Db, context: AnalysisContext): Promise<readonly Made[]> {
  const { zone, range } = context;
  const { rows } = await sql<Made>`
    select shown_name(product_name, max(product_name_en)) as product, dt::text as dt, sum(output_amount)::float8 as amount,
      sum(output_value)::float8 as value, sum(added_value)::float8 as added
    from cost_benefit where org_id = any(${chainBelow(context)}::integer[])
      and dt >= ${dateAt(zone, range.from)} and dt <= ${dateAt(zone, range.to - 1)}
    group by product_name, dt order by dt`.execute(trx);
  return rows;
}

const per = (energy: CellValue | undefined, made: number | null): number | null =>
  typeof energy !== 'number' || !made ? null : energy / made;

/** Energy per ten thousand yuan over the intervals of which the output value is known. */
function pairedPer(cells: readonly AnalysisRow['cells'][]): number | null {
  const known = cells.filter(({ coal, value }) => typeof coal === 'number' && typeof value === 'number');
  const sum = (key: string): number => sumOf(known.map((one) => Number(one[key]))) ?? 0;
  return per(sum('coal'), sum('value') / 10_000);
}

/** Production: what was made and what energy it took, for each product and each ten thousand yuan. */
export const production = defineAnalysis({
  name: 'statisticsProduction',
  title: { zh: '产量统计', en: 'Production' },
  permission: 'SDNPowerStatistic.Production',
  intervals: [INTERVAL.month, INTERVAL.year],
  find: async (trx, query) => {
    const ground = await groundOf(trx, query);
    const { found, whole, buckets, rows } = await overTime(trx, query, ground);
    const made = await entered(trx, query);
    const { zone } = query;
    const within = (from: number, to: number): readonly Made[] => {
      const [first, last] = [dateAt(zone, from), dateAt(zone, to - 1)];
      return made.filter(({ dt }) => dt >= first && dt <= last);
    };
    const products = [...new Set(made.filter((one) => one.amount !== null).map((one) => one.product))].slice(0, PRODUCTS); // prettier-ignore
    const cellsOf = (coal: CellValue | undefined, list: readonly Made[]): AnalysisRow['cells'] => {
      const value = sumOf(list.map((one) => one.value));
      const added = sumOf(list.map((one) => one.added));
      return {
        value,
        perValue: per(coal, value === null ? null : value / 10_000),
        added,
        perAdded: per(coal, added === null ? null : added / 10_000),
        ...Object.fromEntries(
          products.flatMap((product, i) => {
            const amount = sumOf(list.filter((one) => one.product === product).map((one) => one.amount));
            return [
              [`m${i}`, amount],
              [`u${i}`, per(coal, amount)],
            ];
          }),
        ),
      };
    };
    const total = cellsOf(found.totals[whole.own]?.coal == null ? null : Number(found.totals[whole.own]?.coal) / 1e6, made); // prettier-ignore
    const cells = rows.map((row, i): AnalysisRow['cells'] => ({
      time: row.cells['time'] ?? null,
      coal: row.cells['coal'] ?? null,
      ...cellsOf(row.cells['coal'], within(buckets[i]?.from ?? 0, buckets[i]?.to ?? 0)),
    }));
    return {
      figures: [
        ...statisticFigures(found, whole, ground.config, query).slice(0, 2),
        {
          key: 'value',
          label: { zh: '产值', en: 'Output value' },
          value: total['value'] as number | null,
          kind: 'amount',
          unit: '元',
        },
        {
          key: 'perValue',
          label: { zh: '单位产值能耗', en: 'Per output value' },
          value: pairedPer(cells),
          kind: 'amount',
          unit: 'kgce/万元',
        },
      ],
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        { key: 'coal', label: { zh: '综合能耗', en: 'Comprehensive' }, kind: 'amount', unit: 'kgce' },
        { key: 'value', label: { zh: '产值', en: 'Output value' }, kind: 'amount', unit: '元' },
        {
          key: 'perValue',
          label: { zh: '单位产值能耗', en: 'Per value' },
          kind: 'amount',
          unit: 'kgce/万元',
        },
        { key: 'added', label: { zh: '增加值', en: 'Added value' }, kind: 'amount', unit: '元' },
        {
          key: 'perAdded',
          label: { zh: '单位增加值能耗', en: 'Per added value' },
          kind: 'amount',
          unit: 'kgce/万元',
        },
        ...products.flatMap((product, i): AnalysisColumn[] => [
          { key: `m${i}`, label: { zh: `${product} 产量`, en: `${product} made` }, kind: 'price' },
          { key: `u${i}`, label: { zh: `${product} 单耗`, en: `${product} took` }, kind: 'price' },
        ]),
      ],
      rows: rows.map((row, i) => ({ ...row, cells: cells[i] ?? {} })),
      notes: uncounted(ground),
    };
  },
});
