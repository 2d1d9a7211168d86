import { sql } from 'kysely';
import { closeGaps } from '#domain/calendar/difference.ts';
import {
  type AgreementRow,
  differingPrices,
  type MarketRow,
  type PriceRows,
  pricingOf,
  type SchemeRow,
  type VersionRow,
} from '#domain/tariff/pricesOver.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { tariffSites } from '#feature/money/calendar/server/public.ts';
import {
  checkDeepValley,
  holdExtents,
  markIntervals,
  priceRows,
  queryableOf,
} from '#feature/meters/reading/server/public.ts';
import { fileRepair } from '#feature/meters/recalculation/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';

export type PriceResource = 'priceScheme' | 'priceVersion' | 'priceMarket' | 'priceAgreement';

/** One row that comes, changes or goes; `null` on either side = it is not there, or does not count. */
export interface PriceChange {
  readonly resource: PriceResource;
  readonly before: JsonRow | null;
  readonly after: JsonRow | null;
}

/** Days between two differing ones that are folded again along with them rather than apart. */
const NEAR_DAYS = 7;

/** The rows with `row` in place of the one of its id, or without it. */
function withRow(rows: PriceRows, resource: PriceResource, id: number, row: JsonRow | null): PriceRows {
  const put = <T extends { readonly id: number }>(list: readonly T[]): T[] => [
    ...list.filter((one) => one.id !== id),
    ...(row ? [row as unknown as T] : []),
  ];
  switch (resource) {
    case 'priceScheme':
      return { ...rows, schemes: put<SchemeRow>(rows.schemes) };
    case 'priceVersion':
      return { ...rows, versions: put<VersionRow>(rows.versions) };
    case 'priceMarket':
      return { ...rows, markets: put<MarketRow>(rows.markets) };
    case 'priceAgreement':
      return { ...rows, agreements: put<AgreementRow>(rows.agreements) };
  }
}

/**
 * Marks exactly the days whose prices a change makes differ, in its transaction, before or after the row itself is
 * written. The stamp comes first: changes of one enterprise wait for each other.
 * @returns the meters that are folded again.
 */
export async function applyPriceChange(
  trx: Db,
  consumerId: number,
  change: PriceChange,
): Promise<readonly number[]> {
  await sql`insert into price_stamp values (${consumerId}, gen_random_uuid())
    on conflict (consumer_id) do update set stamp = excluded.stamp`.execute(trx);
  const sites = await tariffSites(trx, consumerId);
  const meterIds = sites.flatMap((site) => site.meterIds);
  const extents = new Map((await holdExtents(trx, meterIds)).map((extent) => [extent.meterId, extent]));
  const rows = await priceRows(queryableOf(trx), consumerId);
  const { resource, before, after } = change;
  const id = before?.id ?? after?.id ?? 0;
  const [old, now] = [withRow(rows, resource, id, before), withRow(rows, resource, id, after)];
  const intervals = sites.flatMap((site) => {
    const zone = zoneOf(site.timeZone);
    const own = site.meterIds.flatMap((meter) => extents.get(meter) ?? []);
    if (own.length === 0) return [];
    const first = zone.localDay(Math.min(...own.map((extent) => extent.first)));
    const last = zone.localDay(Math.max(...own.map((extent) => extent.last)) - 1);
    const runs = closeGaps(
      differingPrices(
        pricingOf(old, site.siteId, consumerId),
        pricingOf(now, site.siteId, consumerId),
        first,
        last + 1,
      ),
      NEAR_DAYS,
    );
    return own.flatMap(({ meterId, first: begin, last: end }) =>
      runs
        .map((run) => ({
          meterId,
          from: Math.max(begin, zone.startOfDay(run.from)),
          to: Math.min(end, zone.startOfDay(run.to)),
        }))
        .filter(({ from, to }) => from < to),
    );
  });
  await markIntervals(trx, intervals);
  return [...new Set(intervals.map((interval) => interval.meterId))];
}

const NAMES: Readonly<Record<PriceResource, string>> = {
  priceScheme: 'schemeName',
  priceVersion: 'versionName',
  priceMarket: 'month',
  priceAgreement: 'measureAccount',
};

/** Deep valley has a price where a calendar names it. @throws Fault 400 */
async function checkPriced(
  { trx }: SlotCall,
  resource: PriceResource,
  before: JsonRow | null,
  after: JsonRow | null,
): Promise<void> {
  const row = after ?? before;
  if (!row || resource === 'priceMarket' || (!after && resource !== 'priceVersion')) return;
  const gone = after ? undefined : { resource: 'priceVersion' as const, id: row.id };
  const field = resource === 'priceAgreement' ? 'planId' : 'price5';
  await checkDeepValley(trx, Number(row['consumerId']), field, gone);
}

/** Follows a write of a price row: marks what it makes differ, with a task that shows the repair. */
export async function followPrice(
  call: SlotCall,
  resource: PriceResource,
  before: JsonRow | null,
  after: JsonRow | null,
): Promise<void> {
  await checkPriced(call, resource, before, after);
  const counts = (row: JsonRow | null): JsonRow | null =>
    row && (resource !== 'priceAgreement' || row['approveState'] === '3') ? row : null;
  const [from, to] = [before?.['consumerId'], after?.['consumerId']];
  const sides =
    from === undefined || to === undefined || from === to
      ? [{ consumerId: to ?? from, before, after }]
      : [
          { consumerId: from, before, after: null },
          { consumerId: to, before: null, after },
        ];
  for (const side of sides) {
    const [old, now] = [counts(side.before), counts(side.after)];
    if (!old && !now) continue;
    const consumerId = Number(side.consumerId);
    const meterIds = await applyPriceChange(call.trx, consumerId, { resource, before: old, after: now });
    await fileRepair(call, consumerId, String((now ?? old)?.[NAMES[resource]]), meterIds);
  }
}
