import { flagNames } from '#contract/usageFlag.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dateAt } from '#domain/time/text.ts';
import type { QueryContext } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { UnitMonth } from '../contract.ts';
import { judge } from '../domain/norm.ts';
import { energyIn, madeIn, measureOf, normOf, per, qualityIn, unitsOf } from './unit.ts';

/** So many are told. */
const MOST = 4;

/** The unit consumptions of an object and all below it over a month; none of a meter. */
export async function unitMonthsOf(
  trx: Db,
  context: QueryContext,
  month: Range,
  before: Range,
): Promise<UnitMonth[]> {
  const units = await unitsOf(trx, context);
  const reported: UnitMonth[] = [];
  for (const unit of units.slice(0, MOST)) {
    const energy = await energyIn(trx, context, unit, [month, before]);
    const made = await madeIn(trx, context, unit, [month]);
    const madeBefore = await madeIn(trx, context, unit, [before]);
    const value = per(energy.values[0] ?? null, made.values[0] ?? null);
    const holds = unit.validFrom === null || dateAt(context.zone, month.to - 1) >= unit.validFrom;
    const { coverage, flags } = qualityIn(context, energy, 0, month);
    reported.push({
      unitConfigId: unit.id,
      name: unit.name,
      product: unit.product,
      unit: `${measureOf(unit)}/${unit.productUnit}`,
      value,
      before: per(energy.values[1] ?? null, madeBefore.values[0] ?? null),
      norm: holds ? normOf(unit) : null,
      verdict: holds ? judge(value, unit) : null,
      made: made.values[0] ?? null,
      productUnit: unit.productUnit,
      entered: unit.productBy !== '2',
      enteredTo: made.last,
      coverage,
      flags: flagNames(flags),
    });
  }
  return reported;
}
