import { textToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { EnergyInterval } from '#domain/tariff/bill.ts';
import { boundsOf, type PriceRows, pricesOn } from '#domain/tariff/pricesOver.ts';
import { statedOn } from '#domain/tariff/version.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import type { Zone } from '#domain/time/zone.ts';

export const micro = (text: string | null): bigint => (text === null ? 0n : textToMicro(text));
/** Millionths; null where nothing is stated. */
export const known = (text: string | null): bigint | null => (text === null ? null : textToMicro(text));

/** What a scheme says beside its prices, with its versions; decimals as texts. */
export interface SchemeTerms extends BesidePrices {
  readonly id: number;
  /** In the language of who asks. */
  readonly schemeName: string;
  /** As it was entered. */
  readonly writtenName?: string;
  /** `0` none, `1` capacity, `2` actual demand, `3` contract demand. */
  readonly basicCharge: string;
  readonly factorStandard: string;
  /** `1` lagging and leading, `2` lagging alone. */
  readonly reactive: string;
  readonly versions: readonly (BesidePrices & { readonly planId: number; readonly validFrom: string })[];
}

/** Prices of a scheme beside those of energy. */
interface BesidePrices {
  readonly fundPrice: string | null;
  readonly capacityPrice: string | null;
  readonly demandPrice: string | null;
}

/** A fee as it was entered. */
export interface FeeRow {
  readonly id: number;
  readonly name: string;
  /** As it was entered, in whatever language the name is shown. */
  readonly writtenName?: string;
  /** `1` per kWh, `2` per month, `3` per kVA. */
  readonly kind: string;
  readonly price: string;
  readonly inBase: boolean;
  readonly planId: number | null;
  readonly from: string;
  readonly to: string | null;
}

/** Capacity that an account has stopped from a date to a date. */
export interface StopRow {
  readonly id: number;
  readonly measureAccount: string;
  readonly kva: string;
  readonly from: string;
  readonly to: string | null;
}

/** What an enterprise has entered that bills are made of. */
export interface Book {
  readonly schemes: ReadonlyMap<number, SchemeTerms>;
  readonly rows: PriceRows;
  readonly fees: readonly FeeRow[];
  readonly stops: readonly StopRow[];
}

/** A part of a month in which all of this holds. Prices in millionths; null = never stated. */
export interface TermedRange extends Range {
  readonly prices: EnergyInterval['prices'];
  /** The same before any of it follows a market. */
  readonly fixed: EnergyInterval['prices'];
  readonly reversePrice: bigint;
  readonly fundPrice: bigint;
  readonly capacityPrice: bigint | null;
  readonly demandPrice: bigint | null;
  readonly fees: readonly FeeRow[];
}

/** A range cut where prices, or fees of a scheme, change within it. */
export function termedRanges(
  { rows, fees }: Pick<Book, 'rows' | 'fees'>,
  zone: Zone,
  scheme: SchemeTerms,
  range: Range,
): TermedRange[] {
  const row = rows.schemes.find((one) => one.id === scheme.id);
  if (!row) return [];
  const [first, last] = [zone.localDay(range.from), zone.localDay(range.to - 1)];
  const query = { id: 0, measureAccount: '', orgId: 0, planId: scheme.id, beginDt: dateOfDay(first), endDt: dateOfDay(last) }; // prettier-ignore
  const own = fees.filter((fee) => fee.planId === null || fee.planId === scheme.id);
  const days = [...new Set([...boundsOf(rows, query), ...own.flatMap(feeBounds)])]
    .filter((day) => day >= first && day <= last)
    .sort((a, b) => a - b);
  return days.map((day, i) => {
    const { prices } = pricesOn(rows, row, day);
    const { prices: fixed } = pricesOn(rows, { ...row, schemeType: '2' }, day);
    const next = days[i + 1];
    const stated = (field: keyof BesidePrices): bigint | null =>
      known(statedOn<keyof BesidePrices, string | null>(scheme, scheme.versions, day, field));
    return {
      from: i === 0 ? range.from : zone.startOfDay(day),
      to: next === undefined ? range.to : zone.startOfDay(next),
      prices: prices.energy,
      fixed: fixed.energy,
      reversePrice: prices.reverse ?? 0n,
      fundPrice: stated('fundPrice') ?? 0n,
      capacityPrice: stated('capacityPrice'),
      demandPrice: stated('demandPrice'),
      fees: own.filter((fee) => holds(fee, day)),
    };
  });
}

const feeBounds = ({ from, to }: FeeRow): number[] => [
  dayOfDate(from),
  ...(to === null ? [] : [dayOfDate(to) + 1]),
];

const holds = ({ from, to }: Pick<FeeRow, 'from' | 'to'>, day: number): boolean =>
  dayOfDate(from) <= day && (to === null || day <= dayOfDate(to));
