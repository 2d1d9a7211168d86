import { byPeriod, DEEP_VALLEY, type Period, PERIOD_NUMBERS } from '#contract/period.ts';
import type { DayRun } from '../calendar/difference.ts';
import { parseDecimal, type Ratio, ratioToMicro, textToMicro } from '../decimal/decimal.ts';
import { dateOfDay, dayOfDate, partsOfDate } from '../time/date.ts';
import { DAY_MS } from '../time/duration.ts';
import { type PriceInterval, type Prices, Pricing } from './pricing.ts';
import { HOURS, type HourCells } from './spot.ts';
import { statedOn, versionsOn } from './version.ts';

/** Decimal prices as a row says them. */
interface PriceRow extends Readonly<Record<`price${Period}`, unknown>> {
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

/** The real-time prices of a day's hours (type 3). */
export interface CurveRow extends HourCells {
  readonly planId: number;
  readonly day: string;
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
  readonly curves: readonly CurveRow[];
  readonly agreements: readonly AgreementRow[];
}

const FOREVER = dayOfDate('9999-12-31');

const micro = (value: unknown): bigint | null =>
  value === null || value === undefined ? null : textToMicro(String(value));

/**
 * What a kilowatt-hour costs under a scheme on a day. Guangdong trading: (1 − λ) of it at the fixed price of the
 * period, λ at the real-time price of the hour, else at the market's price of the month, to six decimals (domain
 * notes 4.5); where neither is known it costs the fixed price.
 */
export function pricesOn(
  rows: PriceRows,
  scheme: SchemeRow,
  day: number,
): { prices: Prices; since: number | null } {
  const [version] = versionsOn(rows.versions, scheme.id, day);
  const stated = (field: keyof PriceRow): bigint | null => micro(statedOn(scheme, rows.versions, day, field));
  // Deep valley without a price of its own costs what the valley does, which it lies in.
  const fixed = byPeriod(
    (period) => stated(`price${period}`) ?? (period === DEEP_VALLEY ? stated('price4') : null) ?? 0n,
  );
  const traded = scheme.schemeType === '3';
  const share = linkedShareOf(scheme);
  const at = (link: bigint | null): Prices['energy'] =>
    link === null ? fixed : byPeriod((period) => mixed(fixed[period], link, share));
  const energy = at(traded ? marketOn(rows, scheme, day) : null);
  const curve = traded ? curveOn(rows, scheme, day) : undefined;
  const hours = curve && hoursOf(curve).map((price) => (price === null ? null : at(price)));
  const since = version ? dayOfDate(version.validFrom) : null;
  const prices = { energy, ...(hours ? { hours } : {}), reverse: stated('reversePrice') };
  return { prices, since };
}

/** The hours of a row in millionths; null where nothing is stated. */
export const hoursOf = (row: HourCells): (bigint | null)[] => HOURS.map((hour) => micro(row[`h${hour}`]));

/** λ, the share of the energy that follows the market. */
export function linkedShareOf({ linkedShare }: Pick<SchemeRow, 'linkedShare'>): Ratio {
  const { num, den } = parseDecimal(String(linkedShare ?? 0));
  return { num, den: 100n * den };
}

/** (1 − λ) of a price and λ of another, to six decimals. */
export const mixed = (fixed: bigint, link: bigint, { num, den }: Ratio): bigint =>
  ratioToMicro({ num: fixed * (den - num) + link * num, den: den * 1_000_000n });

const byDay = new WeakMap<readonly CurveRow[], Map<string, CurveRow>>();

function curveOn({ curves }: PriceRows, { id }: SchemeRow, day: number): CurveRow | undefined {
  if (curves.length === 0) return undefined;
  let index = byDay.get(curves);
  if (!index) {
    index = new Map(curves.map((row) => [`${row.planId} ${row.day}`, row]));
    byDay.set(curves, index);
  }
  return index.get(`${id} ${dateOfDay(day)}`);
}

function marketOn({ markets }: PriceRows, { id }: SchemeRow, day: number): bigint | null {
  const month = dateOfDay(day).slice(0, 7);
  return micro(markets.find((row) => row.planId === id && row.month.startsWith(month))?.linkPrice);
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
  const all = agreements.flatMap((row) => [...boundsOf(rows, row), ...curveBounds(rows, row)]);
  const bounds = [...new Set(all)].sort((a, b) => a - b);
  const intervals: PriceInterval[] = [];
  for (const [i, from] of bounds.entries()) {
    const to = bounds[i + 1];
    const agreed = places.flatMap((list) => list.find((row) => holds(row, from)) ?? [])[0];
    const scheme = rows.schemes.find((row) => row.id === agreed?.planId);
    if (to === undefined || !agreed || !scheme) continue;
    const { prices, since } = pricesOn(rows, scheme, from);
    intervals.push({
      from,
      to,
      prices,
      since,
      schemeName: scheme.schemeName,
      planId: scheme.id,
      account: agreed.measureAccount,
      agreementId: agreed.id,
    });
  }
  return new Pricing(intervals);
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

/** The days on which an agreement begins or ends to have real-time prices of its hours. */
function curveBounds(rows: PriceRows, agreed: AgreementRow): number[] {
  const [begin, end] = [dayOfDate(agreed.beginDt), endOf(agreed)];
  return rows.curves
    .filter((row) => row.planId === agreed.planId)
    .flatMap((row) => [dayOfDate(row.day), dayOfDate(row.day) + 1])
    .filter((day) => day > begin && day < end);
}

/** First day of the month of a date, or of one that many months after it. */
function monthStart(date: string, after: number): number {
  const [year, month] = partsOfDate(date);
  return Math.round(Date.UTC(year, month - 1 + after, 1) / DAY_MS);
}

/** The dates in [from, to) on which two price lists charge differently. */
export function differingPrices(
  before: Pricing | null,
  after: Pricing | null,
  from: number,
  to: number,
): DayRun[] {
  const all = [...(before?.intervals ?? []), ...(after?.intervals ?? [])].flatMap((one) => [
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
    samePeriods(a.energy, b.energy) &&
    (a.hours === b.hours ||
      HOURS.every((hour) => samePeriods(a.hours?.[hour] ?? a.energy, b.hours?.[hour] ?? b.energy))));

const samePeriods = (a: Prices['energy'], b: Prices['energy']): boolean =>
  a === b || PERIOD_NUMBERS.every((period) => a[period] === b[period]);
