import { pricePeriod } from '#contract/period.ts';
import { sql } from 'kysely';
import type { Rate } from '#domain/charge/fee.ts';
import { pricingOf } from '#domain/tariff/pricesOver.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { calendarOf, calendarRows, priceRows, queryableOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';

/** Where a session takes place, and whose prices hold. */
export interface Place {
  readonly consumerId: number;
  readonly siteId: number;
  readonly account: string | null;
}

const FRESH_MS = 10_000;
const MOST_KEPT = 2000;
const kept = new Map<string, { readonly at: number; readonly rates: Promise<(quarter: number) => Rate> }>();

/**
 * What holds at a place in each quarter of an hour: the period of the calendar of its site, and the price of the agreement
 * of the account, else of the site. Kept for some seconds.
 */
export function ratesOf(db: Db, place: Place): Promise<(quarter: number) => Rate> {
  const key = `${place.siteId} ${place.account ?? ''}`;
  const found = kept.get(key);
  if (found && Date.now() - found.at < FRESH_MS) return found.rates;
  if (kept.size >= MOST_KEPT) kept.clear();
  const rates = readRates(db, place);
  kept.set(key, { at: Date.now(), rates });
  rates.catch(() => kept.delete(key));
  return rates;
}

async function readRates(db: Db, { consumerId, siteId, account }: Place): Promise<(quarter: number) => Rate> {
  const sites = await sql<{
    zone: string;
  }>`select time_zone as zone from monitor_site where id = ${siteId}`.execute(db);
  const name = sites.rows[0]?.zone ?? 'UTC';
  const zone = zoneOf(name);
  const client = queryableOf(db);
  const calendar = calendarOf(await calendarRows(client, consumerId), siteId, name);
  const rows = await priceRows(client, consumerId);
  const agreements = rows.agreements.filter(({ measureAccount }) => measureAccount === account);
  const pricing = pricingOf(
    // An account may be of a unit; it holds where the charger names it.
    account === null ? rows : { ...rows, agreements: agreements.map((one) => ({ ...one, orgId: siteId })) },
    siteId,
    consumerId,
  );
  return (quarter) => {
    const period = calendar.periodAt(zone, quarter);
    const prices = pricing?.on(zone.localDay(quarter))?.prices;
    const energy = prices?.hours?.[zone.local(quarter).hour] ?? prices?.energy;
    // What no period holds costs the flat price, as bills have it.
    return { period, price: energy?.[pricePeriod(period)] ?? null };
  };
}
