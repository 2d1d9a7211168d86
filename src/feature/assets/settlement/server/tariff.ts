import { sql } from 'kysely';
import { pricePeriod, type Period } from '#contract/period.ts';
import type { Calendar } from '#domain/calendar/calendar.ts';
import { textToMicro } from '#domain/decimal/decimal.ts';
import type { BasicCharge } from '#domain/tariff/basicCharge.ts';
import { type PriceRows, pricingOf } from '#domain/tariff/pricesOver.ts';
import type { Pricing } from '#domain/tariff/pricing.ts';
import { statedOn } from '#domain/tariff/version.ts';
import { dayOfDate } from '#domain/time/date.ts';
import type { Zone } from '#domain/time/zone.ts';
import { calendarOf, calendarRows, priceRows, queryableOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';

/** What holds in a quarter of an hour; prices in millionths of a yuan per kWh, null where none was stated. */
export interface QuarterTariff {
  readonly period: Period | 0;
  readonly price: bigint | null;
}

/** What a basic charge by demand needs to know of an account. */
interface DemandTerms {
  readonly basicCharge: '2' | '3';
  /** Millionths of a yuan per kW. */
  readonly price: bigint;
  /** Millionths of kW; of a contract demand. */
  readonly declared: bigint | null;
  /** Minutes by which the window slides as agreed; 15 = blocks, null = as the meter does. */
  readonly slip: string | null;
  /** The account whose demand costs nine tenths where it uses its capacity well; null = always the whole price. */
  readonly discount: { readonly consumerId: number; readonly measureAccount: string } | null;
}

/** Prices and tariff periods of the assets of a site. */
export class SiteTariff {
  readonly #zone: Zone;
  readonly #calendar: Calendar;
  readonly #rows: PriceRows;
  readonly #siteId: number;
  readonly #consumerId: number;
  readonly #byAccount = new Map<string | null, Pricing | null>();

  constructor(
    site: { readonly siteId: number; readonly consumerId: number; readonly zone: Zone },
    calendar: Calendar,
    rows: PriceRows,
  ) {
    this.#zone = site.zone;
    this.#siteId = site.siteId;
    this.#consumerId = site.consumerId;
    this.#calendar = calendar;
    this.#rows = rows;
  }

  /** What a kilowatt-hour of the quarter that starts at an instant costs an account; of none, what it costs the site. */
  at(account: string | null, ts: number): QuarterTariff {
    const period = this.#calendar.periodAt(this.#zone, ts);
    const prices = this.pricing(account)?.on(this.#zone.localDay(ts))?.prices;
    if (!prices) return { period, price: null };
    const hour = prices.hours ? prices.hours[this.#zone.local(ts).hour] : null;
    // What no period holds costs the flat price, as bills have it.
    return { period, price: (hour ?? prices.energy)[pricePeriod(period)] };
  }

  /** What the account is credited for a kilowatt-hour that it feeds in, millionths of a yuan; null where nothing was stated. */
  reverseAt(account: string | null, ts: number): bigint | null {
    return this.pricing(account)?.on(this.#zone.localDay(ts))?.prices.reverse ?? null;
  }

  /** The prices of an account over time; null where no agreement of it was made. */
  pricing(account: string | null): Pricing | null {
    let pricing = this.#byAccount.get(account);
    if (pricing === undefined) {
      const rows =
        account === null
          ? this.#rows
          : {
              ...this.#rows,
              agreements: this.#rows.agreements
                .filter((row) => row.measureAccount === account)
                .map((row) => ({ ...row, orgId: this.#siteId })),
            };
      pricing = pricingOf(rows, this.#siteId, this.#consumerId);
      this.#byAccount.set(account, pricing);
    }
    return pricing;
  }

  /** The agreement and scheme that hold for an account on the day of an instant. */
  holding(account: string | null, ts: number): { agreementId: number; planId: number } | undefined {
    return this.pricing(account)?.on(this.#zone.localDay(ts));
  }
}

/** Reads the prices and tariff periods of a site. */
export async function tariffOf(
  trx: Db,
  site: { readonly siteId: number; readonly consumerId: number; readonly zone: Zone },
): Promise<SiteTariff> {
  const client = queryableOf(trx);
  const rows = await calendarRows(client, site.consumerId);
  return new SiteTariff(
    site,
    calendarOf(rows, site.siteId, site.zone.name),
    await priceRows(client, site.consumerId),
  );
}

/** How demand is charged under a scheme on a day; null where its basic charge is not by demand. */
export async function demandTermsOf(
  trx: Db,
  { agreementId, planId }: { readonly agreementId: number; readonly planId: number },
  date: string,
): Promise<DemandTerms | null> {
  interface Row {
    readonly id: number;
    readonly basicCharge: string;
    readonly demandPrice: string | null;
    readonly declared: string | null;
    readonly slip: string | null;
    readonly discount: DemandTerms['discount'];
    readonly versions: readonly { planId: number; validFrom: string; demandPrice: string | null }[];
  }
  const { rows } = await sql<Row>`
    select s.id, s.basic_charge as "basicCharge", s.demand_price::text as "demandPrice",
      (select contract_demand::text from price_agreement where id = ${agreementId}) as declared,
      (select demand_slip from price_agreement where id = ${agreementId}) as slip,
      (select json_build_object('consumerId', consumer_id, 'measureAccount', measure_account) from price_agreement
        where id = ${agreementId} and demand_discount) as discount,
      coalesce((select json_agg(json_build_object('planId', v.plan_id, 'validFrom', v.valid_from::text,
        'demandPrice', v.demand_price::text)) from price_version v where v.plan_id = s.id), '[]') as versions
    from price_scheme s where s.id = ${planId}`.execute(trx);
  const [row] = rows;
  if (!row || (row.basicCharge !== '2' && row.basicCharge !== '3')) return null;
  const price = statedOn<'demandPrice', string | null>(row, row.versions, dayOfDate(date), 'demandPrice');
  if (price === null || (row.basicCharge === '3' && row.declared === null)) return null;
  return {
    basicCharge: row.basicCharge,
    price: textToMicro(price),
    declared: row.declared === null ? null : textToMicro(row.declared),
    slip: row.slip,
    discount: row.discount,
  };
}

/** The basic charge at a demand (millionths of kW). */
export const chargeAt =
  ({ basicCharge, price, declared }: DemandTerms) =>
  (demand: bigint): BasicCharge =>
    basicCharge === '3' && declared !== null
      ? { kind: 'contract', demand, declared, price }
      : { kind: 'actual', demand, price };
