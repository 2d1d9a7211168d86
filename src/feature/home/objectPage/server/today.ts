import { amountOf } from '#domain/figure/amount.ts';
import { abnormalOf } from '#feature/meters/dataState/server/public.ts';
import { dayContextOf } from '#feature/meters/subject/server/public.ts';
import { NO_SUM, usageOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { TodaySoFar } from '../contract.ts';

const MOST_NOTICES = 5;

/**
 * Energy, coverage and oddities of today, as the overview tells them. What is odd about meters below one that measures
 * itself is theirs.
 */
export async function todayOf(
  trx: Db,
  who: { readonly orgId?: number; readonly dataAmmeterId?: number; readonly dataType?: string },
  own: (ammeterId: number | null) => boolean,
  now: number,
): Promise<TodaySoFar> {
  const context = await dayContextOf(trx, who, now);
  const { from, to } = context.day;
  const [sum = NO_SUM] = await usageOver(trx, context.signed, [{ from, to }]);
  const { value, coverage, flags } = amountOf(sum, from, to, context.expected);
  const { notices } = await abnormalOf(trx, context);
  return {
    energy: value,
    coverage,
    flags,
    notices: notices.filter((one) => own(one.dataAmmeterId)).slice(0, MOST_NOTICES),
  };
}
