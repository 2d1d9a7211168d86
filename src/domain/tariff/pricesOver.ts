import type { Period } from '#contract/periodRule.ts';
import type { DayRun } from '../calendar/difference.ts';
import { dayOfDate } from '../calendar/dayFact.ts';
import { parseDecimal, ratioToMicro, textToMicro } from '../decimal/decimal.ts';
import { type PriceStretch, type Prices, Pricing } from './pricing.ts';

/** Decimal prices as a row says them. */
export interface PriceRow {
  readonly price1: unknown;
  readonly price2: unknown;
  readonly price3: unknown;
  readonly price4: unknown;
  readonly reversePrice: unknown;
}

export interface SchemeRow extends PriceRow {
  readonly id: number;
  readonly schemeName: string;
  /** 1 unified, 2 custom, 3 Guangdong trading. */
  readonly schemeType: string;
  /** Percent of the price that follows the market (type 3). */
  readonly linkedShare?: unknown;
}

/** Prices of a scheme from a date on. */
export interface VersionRow extends PriceRow {
  readonly id: number;
  readonly planId: number;
  readonly validFrom: string;
}

/** The market price that the linked share of a month is settled at (type 3). */
export interface MarketRow {
  readonly id: number;
  readonly planId: number;
  /** A day of the month. */
  readonly month: string;
  readonly linkPrice: unknown;
}

export interface AgreementRow {
  readonly id: number;
  readonly measureAccount: string;
  readonly orgId: number;
  readonly planId: number;
  readonly beginDt: string;
  readonly endDt: string | null;
}

/** Everything of an enterprise that says what a kilowatt-hour costs. */
export interface PriceRows {
  readonly schemes: readonly SchemeRow[];
  readonly versions: readonly VersionRow[];
  readonly markets: readonly MarketRow[];
  readonly agreements: readonly AgreementRow[];
}

const FOREVER = dayOfDate('9999-12-31');
const PERIODS = [1, 2, 3, 4] as const satisfies readonly Period[];

const micro = (value: unknown): bigint | null =>
  value === null || value === undefined ? null : textToMicro(String(value));

/** The version of a scheme that holds on a day: the newest that has begun, else the scheme itself. */
export function versionOn<V extends { readonly planId: number; readonly validFrom: string }>(
  versions: readonly V[],
  planId: number,
  day: number,
): V | undefined {
  let best: V | undefined;
  for (const version of versions)
    if (version.planId === planId && dayOfDate(version.validFrom) <= day)
      if (!best || version.validFrom > best.validFrom) best = version;
  return best;
}

/**
 * What a kilowatt-hour costs under a scheme on a day. Guangdong trading: (1 − λ) of it at the fixed price of the
 * period, λ at the market's price of the month, to six decimals (domain notes 4.5); a month whose market price is
 * not known yet costs the fixed price.
 */
export function pricesOn(
  rows: PriceRows,
  scheme: SchemeRow,
  day: number,
): { prices: Prices; since: number | null } {
  const version = versionOn(rows.versions, scheme.id, day);
  const row: PriceRow = version ?? scheme;
  const fixed = [row.price1, row.price2, row.price3, row.price4].map((price) => micro(price) ?? 0n);
  const market = scheme.schemeType === '3' ? marketOn(rows, scheme, day) : null;
  const energy = Object.fromEntries(
    PERIODS.map((period, i) => [period, market ? market(fixed[i] ?? 0n) : (fixed[i] ?? 0n)]),
  ) as Record<Period, bigint>;
  const since = version ? dayOfDate(version.validFrom) : null;
  return { prices: { energy, reverse: micro(row.reversePrice) }, since };
}

function marketOn(rows: PriceRows, scheme: SchemeRow, day: number): ((fixed: bigint) => bigint) | null {
  const month = new Date(day * 86_400_000).toISOString().slice(0, 7);
  const link = micro(
    rows.markets.find((row) => row.planId === scheme.id && row.month.startsWith(month))?.linkPrice,
  );
  if (link === null) return null;
  const { num, den } = parseDecimal(String(scheme.linkedShare ?? 0));
  const whole = 100n * den;
  return (fixed) => ratioToMicro({ num: fixed * (whole - num) + link * num, den: whole * 1_000_000n });
}

/**
 * The prices of what lies at a site: by the agreement of the site, else of its enterprise; of several accounts of one
 * object the agreement that was made first. Null where none was ever made.
 */
export function pricingOf(rows: PriceRows, siteId: number, consumerId: number): Pricing | null {
  const places = [siteId, consumerId].map((orgId) =>
    rows.agreements.filter((row) => row.orgId === orgId).toSorted((a, b) => a.id - b.id),
  );
  const agreements = places.flat();
  if (agreements.length === 0) return null;
  const bounds = [...new Set(agreements.flatMap((row) => boundsOf(rows, row)))].sort((a, b) => a - b);
  const stretches: PriceStretch[] = [];
  for (const [i, from] of bounds.entries()) {
    const to = bounds[i + 1];
    const agreed = places.flatMap((list) => list.find((row) => holds(row, from)) ?? [])[0];
    const scheme = rows.schemes.find((row) => row.id === agreed?.planId);
    if (to === undefined || !agreed || !scheme) continue;
    const { prices, since } = pricesOn(rows, scheme, from);
    stretches.push({
      from,
      to,
      prices,
      since,
      schemeName: scheme.schemeName,
      account: agreed.measureAccount,
    });
  }
  return new Pricing(stretches);
}

const endOf = ({ endDt }: AgreementRow): number => (endDt === null ? FOREVER : dayOfDate(endDt) + 1);
const holds = (row: AgreementRow, day: number): boolean => dayOfDate(row.beginDt) <= day && day < endOf(row);

/** The days on which the prices of an agreement may change. */
export function boundsOf(rows: PriceRows, agreed: AgreementRow): number[] {
  const [begin, end] = [dayOfDate(agreed.beginDt), endOf(agreed)];
  const versions = rows.versions
    .filter((row) => row.planId === agreed.planId)
    .map((row) => dayOfDate(row.validFrom));
  const months = rows.markets
    .filter((row) => row.planId === agreed.planId)
    .flatMap((row) => [monthStart(row.month, 0), monthStart(row.month, 1)]);
  return [begin, end, ...[...versions, ...months].filter((day) => day > begin && day < end)];
}

/** First day of the month of a date, or of one that many months after it. */
function monthStart(date: string, after: number): number {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return Math.round(Date.UTC(year, month - 1 + after, 1) / 86_400_000);
}

/** The dates in [from, to) on which two price lists charge differently. */
export function differingPrices(
  before: Pricing | null,
  after: Pricing | null,
  from: number,
  to: number,
): DayRun[] {
  const all = [...(before?.stretches ?? []), ...(after?.stretches ?? [])].flatMap((one) => [
    one.from,
    one.to,
  ]);
  const bounds = [...new Set([from, to, ...all])]
    .filter((day) => day >= from && day <= to)
    .sort((a, b) => a - b);
  const runs: DayRun[] = [];
  for (const [i, day] of bounds.entries()) {
    const end = bounds[i + 1];
    if (end === undefined || samePrices(before?.on(day)?.prices, after?.on(day)?.prices)) continue;
    const last = runs.at(-1);
    if (last?.to === day) runs[runs.length - 1] = { from: last.from, to: end };
    else runs.push({ from: day, to: end });
  }
  return runs;
}

const samePrices = (a: Prices | undefined, b: Prices | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.reverse === b.reverse &&
    PERIODS.every((p) => a.energy[p] === b.energy[p]));
