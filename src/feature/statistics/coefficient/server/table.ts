import { energyTypeOf, ENERGY } from '#contract/energyType.ts';
import type { FactorType } from '#contract/factor.ts';
import { isEnergy } from '#contract/statistics.ts';
import { type Language, textIn } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { contextOf, energyTypesOf, standFor } from '#feature/meters/subject/server/public.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { usageOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { CoefficientRow, HeldFactor } from '../contract.ts';
import { type FactorStep, stepAt } from '../domain/factor.ts';
import { equivalentsOf, factorNumber, factorsOf, kilograms } from './factorsOf.ts';

export interface Period {
  readonly dt: string;
  readonly kind: 'month' | 'year';
}

/** The factors of each energy type of an organisation in each period, with what was used and its equivalent. */
export async function coefficientTable(
  trx: Db,
  orgId: number,
  periods: readonly Period[],
  language: Language,
  now: number,
): Promise<CoefficientRow[]> {
  const { organisation, zone, subject } = await contextOf(trx, { orgId }, now);
  const factors = await factorsOf(trx, organisation, subject);
  const ranges = periods.map(({ dt, kind }) => periodOf(zone, kind, `${dt}-01-01`.slice(0, 10)));
  const types = energyTypesOf(organisation, orgId).filter(isEnergy);
  const columns: CoefficientRow[][] = [];
  for (const dataType of types.length > 0 ? types : [ENERGY.electricity]) {
    const { meters } = standFor(organisation, orgId, dataType);
    const sums = await usageOver(trx, meters, ranges);
    const intervals = ranges.map((range, i) => ({ ...range, energy: sums[i]?.energy ?? null }));
    const equivalent = await equivalentsOf(trx, factors, { zone, signed: meters, dataType }, intervals);
    const held = (type: FactorType, range: Range): HeldFactor | null =>
      heldIn(
        type,
        factors(type, dataType),
        dateAt(zone, range.from),
        dateAt(zone, Math.min(range.to, Math.max(now, range.from + 1)) - 1),
      );
    columns.push(
      intervals.map((interval, i) => ({
        dt: periods[i]?.dt ?? '',
        dataType,
        name: textIn(energyTypeOf(dataType).label, language),
        unit: energyTypeOf(dataType).unit,
        coal: held('1', interval),
        carbon: held('2', interval),
        energy: interval.energy === null ? null : microToNumber(interval.energy),
        coalAmount: kilograms(equivalent[i]?.coal ?? null),
        carbonAmount: kilograms(equivalent[i]?.carbon ?? null),
      })),
    );
  }
  return periods.flatMap((_, i) => columns.flatMap((rows) => rows[i] ?? []));
}

function heldIn(
  type: FactorType,
  steps: readonly FactorStep[],
  first: string,
  last: string,
): HeldFactor | null {
  const step = stepAt(steps, last);
  if (!step) return null;
  const { factor, from, origin, of, source } = step.row;
  const changed = stepAt(steps, first) !== step;
  return { type, factor: factorNumber(factor), from, origin, of, source, early: step.early, changed };
}
