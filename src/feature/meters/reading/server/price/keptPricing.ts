import type { Pricing } from '#domain/tariff/pricing.ts';
import {
  type AgreementRow,
  type CurveRow,
  type MarketRow,
  type PriceRows,
  pricingOf,
  type SchemeRow,
  type VersionRow,
} from '#domain/tariff/pricesOver.ts';
import { HOURS } from '#domain/tariff/spot.ts';
import { PERIOD_NUMBERS } from '#contract/period.ts';
import { REAL_TIME } from '#contract/priceCurve.ts';
import type { Queryable } from '../queryable.ts';

const PRICES = [
  ...PERIOD_NUMBERS.map((period) => `price${period}::text`),
  'reverse_price::text as "reversePrice"',
].join(', ');

/** Reads an enterprise's schemes, versions, market prices, real-time curves and the agreements that are in force. */
export async function priceRows(client: Queryable, consumerId: number): Promise<PriceRows> {
  const { rows: schemes } = await client.query<SchemeRow>({
    name: 'price_schemes',
    text: `select id, scheme_name as "schemeName", scheme_type as "schemeType", linked_share::text as "linkedShare", ${PRICES}
           from price_scheme where consumer_id = $1`,
    values: [consumerId],
  });
  const { rows: versions } = await client.query<VersionRow>({
    name: 'price_versions',
    text: `select id, plan_id as "planId", valid_from::text as "validFrom", ${PRICES}
           from price_version where consumer_id = $1`,
    values: [consumerId],
  });
  const { rows: markets } = await client.query<MarketRow>({
    name: 'price_markets',
    text: `select id, plan_id as "planId", month::text as month, link_price::text as "linkPrice"
           from price_market where consumer_id = $1`,
    values: [consumerId],
  });
  const { rows: agreements } = await client.query<AgreementRow>({
    name: 'price_agreements',
    text: `select id, measure_account as "measureAccount", org_id as "orgId", plan_id as "planId",
             begin_dt::text as "beginDt", end_dt::text as "endDt"
           from price_agreement where consumer_id = $1 and approve_state = '3'`,
    values: [consumerId],
  });
  const { rows: curves } = await client.query<CurveRow>({
    name: 'price_curves',
    text: `select plan_id as "planId", day::text as day, ${HOURS.map((hour) => `h${hour}::text`).join(', ')}
           from price_curve where consumer_id = $1 and curve = $2`,
    values: [consumerId, REAL_TIME],
  });
  return { schemes, versions, markets, curves, agreements };
}

interface Kept {
  readonly stamp: string;
  readonly pricing: Pricing | null;
}

/** By enterprise and site. */
const kept = new Map<string, Kept>();
const MOST = 5000;

/**
 * The prices of a site, read again only after `stamp` (of `price_stamp`) changed; null where no agreement was made.
 * What is read may be newer than its stamp, never older: then it is read once more.
 */
export async function keptPricing(
  client: Queryable,
  { consumerId, siteId }: { readonly consumerId: number; readonly siteId: number },
  stamp: string,
): Promise<Pricing | null> {
  const key = `${consumerId} ${siteId}`;
  const found = kept.get(key);
  if (found?.stamp === stamp) return found.pricing;
  const pricing = pricingOf(await priceRows(client, consumerId), siteId, consumerId);
  if (kept.size >= MOST) kept.clear();
  kept.set(key, { stamp, pricing });
  return pricing;
}
