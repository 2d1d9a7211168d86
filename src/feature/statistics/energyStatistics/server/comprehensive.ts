import { ENERGY } from '#contract/energyType.ts';
import { MILLION, roundDiv } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Zone } from '#domain/time/zone.ts';
import {
  type Equivalent,
  equivalentsOf,
  type Factors,
} from '#feature/statistics/coefficient/server/public.ts';
import { type Organisation, type SignedMeter, standFor } from '#feature/meters/subject/server/public.ts';
import { NO_SUM, type IntervalSum, usageOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { StatisticsConfig } from './config.ts';

/** One energy of whoever is asked about, over each interval. */
interface TypeSums {
  readonly dataType: string;
  readonly signed: readonly SignedMeter[];
  readonly sums: readonly IntervalSum[];
  readonly equivalents: readonly Equivalent[];
}

/** All energies together, in kgce and kgCO2; null where nothing is known. */
export interface Comprehensive {
  readonly types: readonly TypeSums[];
  readonly totals: readonly Equivalent[];
  readonly intervals: readonly Range[];
}

/** Who is asked about: the signed meters of each energy type. */
export type MetersByType = ReadonlyMap<string, readonly SignedMeter[]>;

/** The meters that stand for an organisation, of each energy that is counted. */
export const metersOfOrg = (
  organisation: Organisation,
  orgId: number,
  { countedTypes }: StatisticsConfig,
): MetersByType =>
  new Map(
    countedTypes.flatMap((type) => {
      const { meters } = standFor(organisation, orgId, type);
      return meters.length > 0 ? [[type, meters] as const] : [];
    }),
  );

/** A list of meters, each counted by its energy. */
export function metersOfList(
  organisation: Organisation,
  signed: readonly SignedMeter[],
  { countedTypes }: StatisticsConfig,
): MetersByType {
  const types = new Map(organisation.meters.map((meter) => [meter.id, meter.dataType]));
  const found = new Map<string, SignedMeter[]>();
  for (const one of signed) {
    const type = types.get(one.meterId);
    if (type !== undefined && countedTypes.includes(type)) found.set(type, [...(found.get(type) ?? []), one]);
  }
  return found;
}

/** The energies of meters over intervals, and the equivalent of all of them together. */
export async function comprehensive(
  trx: Db,
  { zone, factors, config }: { zone: Zone; factors: Factors; config: StatisticsConfig },
  meters: MetersByType,
  intervals: readonly Range[],
): Promise<Comprehensive> {
  const types: TypeSums[] = [];
  for (const [dataType, signed] of meters) {
    const sums = await usageOver(trx, signed, intervals);
    const equivalents = await equivalentsOf(
      trx,
      factors,
      { zone, signed, dataType },
      intervals.map((range, i) => ({ ...range, energy: sums[i]?.energy ?? null })),
    );
    types.push({
      dataType,
      signed,
      sums,
      equivalents: equivalents.map((one, i) => byGeneration(dataType, one, sums[i], config)),
    });
  }
  const total = (key: keyof Equivalent, i: number): bigint | null =>
    types.reduce<bigint | null>((sum, one) => {
      const value = one.equivalents[i]?.[key] ?? null;
      return value === null ? sum : (sum ?? 0n) + value;
    }, null);
  return {
    types,
    totals: intervals.map((_, i) => ({ coal: total('coal', i), carbon: total('carbon', i) })),
    intervals,
  };
}

/** Electricity by what generating it takes, where the settings say so. */
function byGeneration(
  dataType: string,
  equivalent: Equivalent,
  { energy }: IntervalSum = NO_SUM,
  { electricityBy, equalFactor }: StatisticsConfig,
): Equivalent {
  if (dataType !== ENERGY.electricity || electricityBy !== '2' || energy === null) return equivalent;
  return { ...equivalent, coal: roundDiv(energy * equalFactor, MILLION) };
}
