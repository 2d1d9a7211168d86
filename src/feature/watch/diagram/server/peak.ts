import { ENERGY } from '#contract/energyType.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { settlementMonths } from '#domain/demand/settlement.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { maximaUnder, settlementRuleOf } from '#feature/money/demand/server/public.ts';
import { contextOf, type SubjectParams } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { PeakAnswer } from '../contract.ts';

/**
 * The maximum demand of the settlement month of an instant up to it, by the rule of its object: what its bill and the
 * analysis of its demand tell. @param at ms
 */
export async function monthPeak(
  trx: Db,
  about: Pick<SubjectParams, 'orgId' | 'dataAmmeterId'>,
  at: number,
): Promise<Omit<PeakAnswer, 'transformers'>> {
  const context = await contextOf(trx, { ...about, dataType: ENERGY.electricity }, at);
  const rule = await settlementRuleOf(trx, context);
  const [month] = settlementMonths(context.zone, rule, { from: at, to: at + 1 });
  const to = Math.floor(at / QUARTER_MS) * QUARTER_MS;
  const none = { peak: null, from: null, atLeast: false, method: null };
  if (!month || to <= month.from || context.signed.length === 0) return none;
  const [found] = await maximaUnder(trx, context, [{ from: month.from, to }]);
  if (!found?.reported.maximum) return none;
  const { demand, from, proven } = found.reported.maximum;
  const atLeast = proven || found.reported.hiding.length > 0;
  return { peak: microToNumber(demand), from, atLeast, method: found.method };
}
