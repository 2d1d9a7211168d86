import { ENERGY } from '#contract/energyType.ts';
import { FACTOR } from '#contract/factor.ts';
import { numberToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dateAt } from '#domain/time/text.ts';
import type { SiteAssets } from '#feature/assets/settlement/server/public.ts';
import { organisationOf } from '#feature/meters/subject/server/public.ts';
import {
  equivalentsOf,
  factorsOf,
  kilograms,
  stepAt,
} from '#feature/statistics/coefficient/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { AvoidedCarbon } from '../contract.ts';

/**
 * What the grid would have emitted for what PV generated on a day: whether it was used or fed in, the grid did not have to make
 * it. By the carbon factor of electricity of the site; null where none is known. @param generated kWh
 */
export async function avoidedCarbon(
  trx: Db,
  { consumerId, siteId, zone }: SiteAssets,
  day: Range,
  generated: number | null,
): Promise<AvoidedCarbon | null> {
  const organisation = await organisationOf(trx, consumerId, { orgIds: [] });
  const factors = await factorsOf(trx, organisation, { orgId: siteId, dataAmmeterId: null });
  const dataType = ENERGY.electricity;
  const step = stepAt(factors(FACTOR.carbon, dataType), dateAt(zone, day.from));
  if (!step) return null;
  const energy = generated === null ? null : numberToMicro(generated);
  const [amount] = await equivalentsOf(trx, factors, { zone, signed: [], dataType }, [{ ...day, energy }]);
  const { factor, source, of } = step.row;
  return { amount: kilograms(amount?.carbon ?? null), factor: Number(factor) / 1e8, source, of };
}
