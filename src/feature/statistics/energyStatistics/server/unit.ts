import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import type { Range } from '#domain/fold/reach.ts';
import { numberOf } from '#feature/meters/analysisFrame/server/public.ts';
import { type QueryContext, type SignedMeter, standFor } from '#feature/meters/subject/server/public.ts';
import { factorsOf, kilograms } from '#feature/statistics/coefficient/server/public.ts';
import { dateAt } from '#domain/time/text.ts';
import { organisationAbout } from '#feature/meters/subject/server/public.ts';
import { type IntervalSum, usageOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Norms } from '../domain/norm.ts';
import { chainBelow } from './below.ts';
import { comprehensive, metersOfOrg } from './comprehensive.ts';
import { configOf } from './config.ts';
import { type Quality, qualityOf } from './quality.ts';

/** A unit consumption as it was entered. */
export interface UnitRow extends Norms {
  readonly id: number;
  readonly name: string;
  readonly orgId: number;
  readonly energyBy: string;
  readonly product: string;
  /** Its name as it is shown; `product` is the one that output is entered under. */
  readonly productName: string;
  readonly productUnit: string;
  readonly productBy: string;
  readonly ammeterId: number | null;
  readonly target: number | null;
  readonly validFrom: string | null;
}

/** The unit consumptions in use of the object and all below it, or the one that is asked for. @throws Fault 404 */
export async function unitsOf(trx: Db, context: QueryContext, wanted?: number): Promise<UnitRow[]> {
  const { rows } = await sql<UnitRow>`
    select id, shown_name(unit_config_name, unit_config_name_en) as name, org_id as "orgId", energy_by as "energyBy", product_name as product, shown_name(product_name, product_name_en) as "productName",
      product_unit as "productUnit", product_by as "productBy", ammeter_id as "ammeterId",
      norm_advanced::float8 as advanced, norm_access::float8 as access, norm_limit::float8 as limit,
      target::float8 as target, valid_from::text as "validFrom"
    from unit_config where consumer_id = ${context.organisation.consumerId} and state = '1'
      and ${wanted === undefined ? sql`org_id = any(${chainBelow(context)}::integer[])` : sql`id = ${wanted}`}
    order by id`.execute(trx);
  if (wanted !== undefined && !rows[0]) throw noSuchRow();
  return rows;
}

/** What was used in intervals, in the unit's energy, and of which meters that is. */
interface Amounts {
  readonly values: readonly (number | null)[];
  readonly parts: readonly {
    readonly signed: readonly SignedMeter[];
    readonly sums: readonly IntervalSum[];
  }[];
}

/** In which unit the energy of a unit consumption is told. */
export const measureOf = ({ energyBy }: UnitRow): string =>
  energyBy === '0' ? 'kgce' : energyTypeOf(energyBy).unit;

/** The norm that a unit consumption is held against: what it may not exceed, else what is aimed at. */
export const normOf = ({ limit, access, advanced, target }: UnitRow): number | null =>
  limit ?? access ?? advanced ?? target;

/** What was used in each interval, in the unit's energy. */
export async function energyIn(
  trx: Db,
  { organisation: near, zone }: QueryContext,
  unit: UnitRow,
  intervals: readonly Range[],
): Promise<Amounts> {
  const organisation = await organisationAbout(trx, near, [unit.orgId]);
  if (unit.energyBy !== '0') {
    const signed = standFor(organisation, unit.orgId, unit.energyBy).meters;
    const sums = await usageOver(trx, signed, intervals);
    return {
      values: sums.map((one) => numberOf(one.energy)),
      parts: [{ signed, sums }],
    };
  }
  const config = await configOf(trx, organisation.consumerId);
  const factors = await factorsOf(trx, organisation, { orgId: unit.orgId, dataAmmeterId: null });
  const meters = metersOfOrg(organisation, unit.orgId, config);
  const { types, totals } = await comprehensive(trx, { zone, factors, config }, meters, intervals);
  return {
    values: totals.map((one) => kilograms(one.coal)),
    parts: types,
  };
}

/** What the data behind the energy of interval `i` are worth. */
export const qualityIn = (context: QueryContext, { parts }: Amounts, i: number, range: Range): Quality =>
  qualityOf(context, parts.map(({ signed, sums }) => ({ signed, sum: sums[i] })), range); // prettier-ignore

/** What was made in each interval: by its meter, or as it was entered; with the last date of which it was entered. */
export async function madeIn(
  trx: Db,
  { zone, organisation, subject }: QueryContext,
  unit: UnitRow,
  intervals: readonly Range[],
): Promise<{ readonly values: readonly (number | null)[]; readonly last: string | null }> {
  if (unit.productBy === '2' && unit.ammeterId !== null) {
    const sums = await usageOver(trx, [{ meterId: unit.ammeterId, sign: 1 }], intervals);
    return { values: sums.map((one) => numberOf(one.energy)), last: null };
  }
  const from = Math.min(...intervals.map((one) => one.from));
  const to = Math.max(...intervals.map((one) => one.to));
  const below = chainBelow({ organisation, subject: { ...subject, orgId: unit.orgId } });
  const { rows } = await sql<{ dt: string; amount: string }>`
    select dt::text as dt, sum(output_amount)::text as amount from cost_benefit
    where org_id = any(${below}::integer[]) and product_name = ${unit.product} and output_amount is not null
      and dt >= ${dateAt(zone, from)} and dt <= ${dateAt(zone, to - 1)} group by 1 order by 1`.execute(trx);
  const values = intervals.map((one) => {
    const [first, last] = [dateAt(zone, one.from), dateAt(zone, one.to - 1)];
    return sumOf(rows.flatMap(({ dt, amount }) => (dt >= first && dt <= last ? [Number(amount)] : [])));
  });
  return { values, last: rows.at(-1)?.dt ?? null };
}

/** Energy for each unit of a product; null where either is not known. */
export const per = (energy: number | null, made: number | null): number | null =>
  energy === null || !made ? null : energy / made;
