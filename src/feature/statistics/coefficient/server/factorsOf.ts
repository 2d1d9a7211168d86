import { sql } from 'kysely';
import { factorAreasOf, type FactorType } from '#contract/factor.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Zone } from '#domain/time/zone.ts';
import type { Organisation } from '#feature/meters/subject/server/public.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { type SignedMeter, usageOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { FACTOR_ONE, type FactorRow, type FactorStep, stepAt, stepsOf } from '../domain/factor.ts';

/** The factors that hold for an organisation, over time. */
export type Factors = (type: FactorType, dataType: string) => readonly FactorStep[];

/** The organisation and all above it, the nearest first; of a meter those of its site. */
function chainOf(
  { consumerId, nodes, meters }: Organisation,
  subject: { readonly orgId: number | null; readonly dataAmmeterId: number | null },
): number[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const chain: number[] = [];
  let at: number | null =
    subject.orgId ?? meters.find((meter) => meter.id === subject.dataAmmeterId)?.siteId ?? consumerId;
  while (at !== null && !chain.includes(at)) {
    chain.push(at);
    at = byId.get(at)?.parentId ?? null;
  }
  return chain.includes(consumerId) ? chain : [...chain, consumerId];
}

interface Found extends Omit<FactorRow, 'factor' | 'distance'> {
  readonly factor: string;
  readonly orgId: number | null;
}

/**
 * Every factor for an organisation: its own dated coefficients or those of the nearest organisation above it, then
 * the energy configuration, then the factors of its province, grid and nation.
 */
export async function factorsOf(
  trx: Db,
  organisation: Organisation,
  subject: { readonly orgId: number | null; readonly dataAmmeterId: number | null },
): Promise<Factors> {
  const chain = chainOf(organisation, subject);
  const { rows: homes } = await sql<{ areaCode: string | null }>`
    select area_code as "areaCode" from consumer where id = ${organisation.consumerId}`.execute(trx);
  const areas = factorAreasOf(homes[0]?.areaCode ?? null);
  const { rows } = await sql<Found>`
    select 'own' as origin, data_type as "dataType", type, dt::text as "from", round(factor * 100000000)::text as factor,
      org_id as "orgId", '' as of, source from coefficient where org_id = any(${chain})
    union all
    select 'config', c.data_type, f.type, null, round(f.factor * 100000000)::text, c.org_id, '', null
    from consumer_energy_config c
      cross join lateral (values ('1', c.coal_factor), ('2', c.carbon_factor)) f (type, factor)
    where c.org_id = any(${chain}) and c.state = '1' and f.factor is not null
    union all
    select 'area', data_type, factor_type, valid_from::text, round(factor * 100000000)::text, null, area_code, source
    from energy_factor where area_code = any(${areas})`.execute(trx);
  const names = new Map(organisation.nodes.map((node) => [node.id, node.name]));
  const byKey = new Map<string, FactorRow[]>();
  for (const { orgId, ...found } of rows) {
    const at = orgId === null ? areas.indexOf(found.of) : chain.indexOf(orgId);
    const rank = { own: 0, config: 1, area: 2 }[found.origin];
    const row: FactorRow = {
      ...found,
      factor: BigInt(found.factor),
      distance: rank * 1000 + at,
      of: orgId === null ? found.of : (names.get(orgId) ?? ''),
    };
    const key = `${row.type} ${row.dataType}`;
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  const steps = new Map([...byKey].map(([key, list]) => [key, stepsOf(list)]));
  return (type, dataType) => steps.get(`${type} ${dataType}`) ?? [];
}

/** An interval with the energy used in it. */
export interface EnergyInterval extends Range {
  /** Millionths; null where nothing is known. */
  readonly energy: bigint | null;
}

/** Equivalents of energies, in millionths of kgce and kgCO2; null where energy or factor is not known. */
export interface Equivalent {
  readonly coal: bigint | null;
  readonly carbon: bigint | null;
}

/**
 * Standard coal and carbon of energies, each by the factor of its date: an interval in which a factor changes is cut
 * there.
 */
export async function equivalentsOf(
  trx: Db,
  factors: Factors,
  { zone, signed, dataType }: { zone: Zone; signed: readonly SignedMeter[]; dataType: string },
  intervals: readonly EnergyInterval[],
): Promise<Equivalent[]> {
  const of = (type: FactorType) => weigh(trx, zone, signed, factors(type, dataType), intervals);
  const coal = await of('1');
  const carbon = await of('2');
  return intervals.map((_, i) => ({ coal: coal[i] ?? null, carbon: carbon[i] ?? null }));
}

async function weigh(
  trx: Db,
  zone: Zone,
  signed: readonly SignedMeter[],
  steps: readonly FactorStep[],
  intervals: readonly EnergyInterval[],
): Promise<(bigint | null)[]> {
  const changes = steps.flatMap((step) =>
    step.from === null ? [] : [periodOf(zone, 'day', step.from).from],
  );
  const cut = intervals.map(({ from, to }): Range[] => {
    const inside = changes.filter((t) => t > from && t < to);
    return [from, ...inside].map((start, i) => ({ from: start, to: inside[i] ?? to }));
  });
  const wanted = cut.filter((parts) => parts.length > 1).flat();
  const sums = wanted.length === 0 ? [] : await usageOver(trx, signed, wanted);
  let next = 0;
  return intervals.map(({ energy }, i) => {
    const parts = cut[i] ?? [];
    const energies = parts.length > 1 ? parts.map(() => sums[next++]?.energy ?? null) : [energy];
    if (steps.length === 0) return null;
    let total: bigint | null = null;
    parts.forEach((part, n) => {
      const one = energies[n] ?? null;
      const step = stepAt(steps, dateAt(zone, part.from));
      if (one !== null && step) total = (total ?? 0n) + one * step.row.factor;
    });
    return total === null ? null : roundDiv(total, FACTOR_ONE);
  });
}

/** A factor as a number of a reply. */
export const factorNumber = (factor: bigint): number => Number((Number(factor) / 1e8).toFixed(8));

/** Millionths of a kilogram as a number of a reply; null stays null. */
export const kilograms = (micro: bigint | null): number | null =>
  micro === null ? null : microToNumber(micro);
