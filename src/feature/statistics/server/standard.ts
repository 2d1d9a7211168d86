import { sumOf } from '#domain/decimal/sum.ts';
import { sql } from 'kysely';
import { formatAmount } from '#domain/figure/number.ts';
import { noSuchRow } from '#contract/error.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { id } from '#contract/param.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { AnalysisColumn, AnalysisFigure, AnalysisRow, Finding } from '#feature/analysis/contract.ts';
import {
  type AskedAnalysis,
  bucketLabel,
  defineAnalysis,
  flagsOf,
  numberOf,
} from '#feature/analysis/server/public.ts';
import { factorsOf, kilograms } from '#feature/coefficient/server/public.ts';
import { standFor } from '#feature/organisation/server/public.ts';
import { dateAt } from '#feature/overview/domain/period.ts';
import { usageOver } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { judge, type Norms } from '../domain/norm.ts';
import { bucketStretches } from './asked.ts';
import { chainBelow } from './below.ts';
import { comprehensive, metersOfOrg } from './comprehensive.ts';
import { configOf } from './config.ts';

interface UnitRow extends Norms {
  readonly id: number;
  readonly name: string;
  readonly orgId: number;
  readonly energyBy: string;
  readonly product: string;
  readonly productUnit: string;
  readonly productBy: string;
  readonly ammeterId: number | null;
  readonly target: number | null;
  readonly validFrom: string | null;
}

/** The unit consumption asked about; without one the first of the object and all below it. */
async function unitOf(trx: Db, asked: AskedAnalysis, wanted: number | undefined): Promise<UnitRow | null> {
  const { rows } = await sql<UnitRow>`
    select id, unit_config_name as name, org_id as "orgId", energy_by as "energyBy", product_name as product,
      product_unit as "productUnit", product_by as "productBy", ammeter_id as "ammeterId",
      norm_advanced::float8 as advanced, norm_access::float8 as access, norm_limit::float8 as limit,
      target::float8 as target, valid_from::text as "validFrom"
    from unit_config where consumer_id = ${asked.organisation.consumerId} and state = '1'
      and ${wanted === undefined ? sql`org_id = any(${chainBelow(asked)}::integer[])` : sql`id = ${wanted}`}
    order by id limit 1`.execute(trx);
  if (wanted !== undefined && !rows[0]) throw noSuchRow();
  return rows[0] ?? null;
}

interface Amounts {
  readonly values: readonly (number | null)[];
  readonly flags: readonly number[];
}

/** What was used in each stretch, in the unit's energy. */
async function energyIn(
  trx: Db,
  asked: AskedAnalysis,
  unit: UnitRow,
  stretches: readonly Range[],
): Promise<Amounts> {
  const { organisation, zone } = asked;
  if (unit.energyBy !== '0') {
    const sums = await usageOver(trx, standFor(organisation, unit.orgId, unit.energyBy).meters, stretches);
    return { values: sums.map((one) => numberOf(one.energy)), flags: sums.map((one) => one.flags) };
  }
  const config = await configOf(trx, organisation.consumerId);
  const factors = await factorsOf(trx, organisation, { orgId: unit.orgId, dataAmmeterId: null });
  const meters = metersOfOrg(organisation, unit.orgId, config);
  const { types, totals } = await comprehensive(trx, { zone, factors, config }, meters, stretches);
  return {
    values: totals.map((one) => kilograms(one.coal)),
    flags: stretches.map((_, i) => types.reduce((all, { sums }) => all | (sums[i]?.flags ?? 0), 0)),
  };
}

/** What was made in each stretch: by its meter, or as it was entered. */
async function madeIn(trx: Db, asked: AskedAnalysis, unit: UnitRow, stretches: readonly Range[]) {
  if (unit.productBy === '2' && unit.ammeterId !== null) {
    const sums = await usageOver(trx, [{ meterId: unit.ammeterId, sign: 1 }], stretches);
    return sums.map((one) => numberOf(one.energy));
  }
  const { zone, range, organisation, subject } = asked;
  const below = chainBelow({ organisation, subject: { ...subject, orgId: unit.orgId } });
  const { rows } = await sql<{ dt: string; amount: string }>`
    select dt::text as dt, sum(output_amount)::text as amount from cost_benefit
    where org_id = any(${below}::integer[]) and product_name = ${unit.product} and output_amount is not null
      and dt >= ${dateAt(zone, range.from)} and dt <= ${dateAt(zone, range.to - 1)} group by 1`.execute(trx);
  return stretches.map(({ from, to }) => {
    const [first, last] = [dateAt(zone, from), dateAt(zone, to - 1)];
    return sumOf(rows.flatMap(({ dt, amount }) => (dt >= first && dt <= last ? [Number(amount)] : [])));
  });
}

const per = (energy: number | null, made: number | null): number | null =>
  energy === null || !made ? null : energy / made;

/** Energy of the stretches of which is known what was made; null where that is all of them. */
function pairedEnergy(energy: readonly (number | null)[], made: readonly (number | null)[]): number | null {
  if (energy.every((value, i) => value === null || made[i] != null)) return null;
  return sumOf(energy.filter((_, i) => made[i] != null));
}

const NORMS = [
  ['limit', '限定值', 'Limit'],
  ['access', '准入值', 'Entry'],
  ['advanced', '先进值', 'Advanced'],
  ['target', '企业目标', 'Own target'],
] as const;

const NOTHING: Finding = { figures: [], columns: [], rows: [] };

/** Energy for each unit of a product over time, against its norms (energy per product, GB/T 12723). */
export const standard = defineAnalysis({
  name: 'unitStandard',
  title: { zh: '单耗对标', en: 'Unit consumption against norms' },
  permission: 'SDNPowerAdmin.SDNStandardAnalysis',
  intervals: ['501', '301', '601'],
  more: { unitConfigId: id().optional() },
  find: async (trx, asked, { unitConfigId }): Promise<Finding> => {
    const unit = await unitOf(trx, asked, unitConfigId);
    if (!unit) return NOTHING;
    const { zone, level, range, until, expected } = asked;
    const buckets = bucketStretches(asked);
    const energy = await energyIn(trx, asked, unit, [range, ...buckets]);
    const made = await madeIn(trx, asked, unit, [range, ...buckets]);
    const measure = unit.energyBy === '0' ? 'kgce' : energyTypeOf(unit.energyBy).unit;
    const each = `${measure}/${unit.productUnit}`;
    // What was made is entered by the month: days of a month without their own say nothing.
    const paired = level < 4 ? null : pairedEnergy(energy.values.slice(1), made.slice(1));
    const whole = per(paired ?? energy.values[0] ?? null, made[0] ?? null);
    const norms = NORMS.filter(([key]) => unit[key] !== null);
    const against = unit.limit ?? unit.access ?? unit.advanced ?? unit.target;
    const verdict = judge(whole, unit);
    return {
      figures: [
        {
          key: 'unit',
          label: { zh: unit.name, en: unit.name },
          value: whole,
          kind: 'amount',
          unit: each,
          ...(verdict ? { note: verdict } : {}),
        },
        {
          key: 'gap',
          label: { zh: '与定额之差', en: 'Against the norm' },
          value: whole === null || !against ? null : whole / against - 1,
          kind: 'change',
        },
        {
          key: 'energy',
          label: { zh: '用能量', en: 'Energy' },
          value: energy.values[0] ?? null,
          kind: 'amount',
          unit: measure,
          ...(paired === null
            ? {}
            : {
                note: {
                  zh: `有产量的时段 ${formatAmount(paired, measure)}`,
                  en: `${formatAmount(paired, measure)} where output is known`,
                },
              }),
        },
        {
          key: 'made',
          label: { zh: `${unit.product} 产量`, en: `${unit.product} made` },
          value: made[0] ?? null,
          kind: 'amount',
          unit: unit.productUnit,
        },
      ] satisfies AnalysisFigure[],
      columns: [
        { key: 'time', label: { zh: '时间', en: 'Time' }, kind: 'clock' },
        { key: 'unit', label: { zh: '单耗', en: 'Unit consumption' }, kind: 'amount', unit: each },
        ...norms.map(([key, zh, en]): AnalysisColumn => ({
          key,
          label: { zh, en },
          kind: 'amount',
          unit: each,
        })),
        { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit: measure },
        { key: 'made', label: { zh: '产量', en: 'Output' }, kind: 'amount', unit: unit.productUnit },
        { key: 'verdict', label: { zh: '判断', en: 'Judged' }, kind: 'text' },
      ],
      rows: buckets.map(({ from, to }, i): AnalysisRow => {
        const value = per(energy.values[i + 1] ?? null, made[i + 1] ?? null);
        const valid = unit.validFrom === null || dateAt(zone, to - 1) >= unit.validFrom;
        return {
          key: String(from),
          cells: {
            time: bucketLabel(zone, level, from),
            unit: value,
            ...Object.fromEntries(norms.map(([key]) => [key, valid ? unit[key] : null])),
            energy: energy.values[i + 1] ?? null,
            made: made[i + 1] ?? null,
            verdict: valid ? judge(value, unit) : null,
          },
          coverage: null,
          flags: flagsOf(energy.flags[i + 1] ?? 0),
          ...(from <= expected.now && to > until ? { unfinished: true } : {}),
        };
      }),
    };
  },
});
