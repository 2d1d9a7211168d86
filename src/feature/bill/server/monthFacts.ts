import type { SettlementMonth } from '#domain/demand/settlement.ts';
import { expectedUntil } from '#feature/overview/domain/amount.ts';
import { type Asked, type DemandRule, maximaUnder } from '#feature/overview/server/public.ts';
import { type ReactiveGap, reactiveGaps, type StretchMaximum } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { SchemeTerms } from './account.ts';

/** What of a settlement month is known for sure beside its energies. */
export interface MonthFacts {
  /** Its maximum demand, and by which rule; null where the basic charge needs none. */
  readonly demand: { readonly told: StretchMaximum; readonly rule: DemandRule } | null;
  /** Where active and reactive energy of the meters are not known over the same span; null where nobody asked. */
  readonly reactive: readonly ReactiveGap[] | null;
}

type Terms = Pick<SchemeTerms, 'basicCharge' | 'factorStandard' | 'reactive'>;

/** What a basic charge and a power-factor standard must know of months; the same few statements however many. */
export async function monthFacts(
  trx: Db,
  asked: Asked,
  months: readonly SettlementMonth[],
  { basicCharge, factorStandard, reactive }: Terms,
): Promise<MonthFacts[]> {
  const demands = basicCharge === '2' || basicCharge === '3' ? await maximaUnder(trx, asked, months) : null;
  const until = expectedUntil(asked.expected);
  const ids = asked.signed.map((one) => one.meterId);
  const over = months.map(({ from, to }) => ({ from, to: Math.max(from, Math.min(to, until)) }));
  const gaps = factorStandard === '0' ? null : await reactiveGaps(trx, ids, over, reactive !== '2');
  return months.map((_, i) => ({ demand: demands?.[i] ?? null, reactive: gaps?.[i] ?? null }));
}

/** Whether the demand or the power factor of a month rests on incomplete data. */
export const isDoubtful = ({ demand, reactive }: MonthFacts): boolean =>
  (demand?.told.hiding.length ?? 0) > 0 ||
  demand?.told.maximum?.proven === true ||
  (reactive?.length ?? 0) > 0;
