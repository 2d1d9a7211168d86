import { microToNumber } from '#domain/decimal/decimal.ts';
import { compared } from '#domain/figure/change.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { NO_SUM, usageOverEach, usageSum } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DeviceRank, HourRank } from '../contract.ts';
import { amountOf, sideOf, spanAmountOf } from '#domain/figure/amount.ts';
import { labelAt } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { expectedOf, metersBelow, type QueryContext } from '#feature/meters/subject/server/public.ts';

/** Rankings show so many entries (specification 3 section 9). */
const TOP = 10;

export type Order = 'asc' | 'desc';

const byValue = (order: Order) => (a: { readonly pP: number }, b: { readonly pP: number }) =>
  order === 'asc' ? a.pP - b.pP : b.pP - a.pP;

/**
 * The meters at the ends of the tree by their energy, ten at most. Changes are of `own`, the part of the range that is
 * over, against `before`, the equal interval before.
 */
export async function deviceTopOf(
  trx: Db,
  context: QueryContext,
  range: Range,
  { own, before }: { readonly own: Range; readonly before: Range },
  order: Order,
): Promise<DeviceRank[]> {
  const { organisation, subject } = context;
  const { flows, ids } = metersBelow(context);
  const ends = ids.filter((id) => flows.below(id, subject.dataType).length === 0);
  const sums = await usageOverEach(trx, ends, range);
  const earlier = await usageOverEach(trx, ends, before);
  const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
  return ends
    .flatMap((id): DeviceRank[] => {
      const sum = sums.get(id);
      if (!sum || sum.energy === null) return [];
      const { energy } = sum;
      return [
        {
          ...amountOf(sum, range.from, range.to, expectedOf(context, [{ meterId: id }])),
          deviceName: names.get(id) ?? '',
          dataAmmeterId: id,
          pP: microToNumber(energy),
          ...compared(sideOf(sum, own), sideOf(earlier.get(id) ?? NO_SUM, before)),
        },
      ];
    })
    .toSorted(byValue(order))
    .slice(0, TOP);
}

/** The hours of the node by their energy, ten at most; between equals the earlier first. */
export async function hourTopOf(
  trx: Db,
  context: QueryContext,
  range: Range,
  order: Order,
): Promise<HourRank[]> {
  const { zone, signed, expected } = context;
  const buckets = await usageSum(trx, signed, LEVEL.hour, range.from, Math.min(range.to, expected.now));
  const oneDay = dateAt(zone, range.from) === dateAt(zone, range.to - 1);
  return buckets
    .flatMap((sum): HourRank[] => {
      const { ts, end, energy } = sum;
      if (energy === null) return [];
      const time = labelAt(zone, 'day', ts);
      return [
        {
          ...spanAmountOf(sum, ts, end, expected),
          hour: oneDay ? time : `${labelAt(zone, 'month', ts)} ${time}`,
          pP: microToNumber(energy),
        },
      ];
    })
    .toSorted(byValue(order))
    .slice(0, TOP);
}
