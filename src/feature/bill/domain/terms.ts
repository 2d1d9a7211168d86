import { PERIOD_NUMBERS } from '#contract/periodRule.ts';
import { dateOfDay, dayOfDate } from '#domain/calendar/dayFact.ts';
import { textToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { BasicCharge } from '#domain/tariff/basicCharge.ts';
import type { EnergyStretch } from '#domain/tariff/bill.ts';
import { boundsOf, type PriceRows, pricesOn } from '#domain/tariff/pricesOver.ts';
import { statedOn } from '#domain/tariff/version.ts';
import type { Zone } from '#domain/time/zone.ts';

export const micro = (text: string | null): bigint => (text === null ? 0n : textToMicro(text));

/** The part of a settlement month in which the same prices hold. */
export interface PricedRange extends Range {
  /** First day of these prices, where they changed within the month. */
  readonly since?: string;
  readonly prices: EnergyStretch['prices'];
  /** The same before any of it follows a market. */
  readonly fixed: EnergyStretch['prices'];
  readonly reversePrice: bigint;
  readonly funds: bigint;
}

/** Prices of a scheme beside those of energy. */
interface BesidePrices {
  readonly fundPrice: string | null;
  readonly capacityPrice: string | null;
  readonly demandPrice: string | null;
}

/** What holds on a day beside energy prices; a blank in a version means as before. */
export function besideOn(
  scheme: BesidePrices & {
    readonly id: number;
    readonly versions: readonly (BesidePrices & { readonly planId: number; readonly validFrom: string })[];
  },
  day: number,
): BesidePrices {
  const stated = (field: keyof BesidePrices): string | null =>
    statedOn<keyof BesidePrices, string | null>(scheme, scheme.versions, day, field);
  return {
    fundPrice: stated('fundPrice'),
    capacityPrice: stated('capacityPrice'),
    demandPrice: stated('demandPrice'),
  };
}

/** A settlement month cut where the prices of a scheme change within it. */
export function pricedRanges(
  zone: Zone,
  rows: PriceRows,
  scheme: Parameters<typeof besideOn>[0],
  month: Range,
): PricedRange[] {
  const row = rows.schemes.find((one) => one.id === scheme.id);
  if (!row) return [];
  const [first, last] = [zone.localDay(month.from), zone.localDay(month.to - 1)];
  const asked = { id: 0, measureAccount: '', orgId: 0, planId: scheme.id, beginDt: dateOfDay(first), endDt: dateOfDay(last) }; // prettier-ignore
  const days = [...new Set(boundsOf(rows, asked))].filter((day) => day <= last).sort((a, b) => a - b);
  const parts: PricedRange[] = [];
  for (const [i, day] of days.entries()) {
    const { prices } = pricesOn(rows, row, day);
    const { prices: own } = pricesOn(rows, { ...row, schemeType: '2' }, day);
    const from = i === 0 ? month.from : zone.startOfDay(day);
    const to = i + 1 < days.length ? zone.startOfDay(days[i + 1] ?? day) : month.to;
    const part: PricedRange = {
      from,
      to,
      ...(i === 0 ? {} : { since: dateOfDay(day) }),
      prices: prices.energy,
      fixed: own.energy,
      reversePrice: prices.reverse ?? 0n,
      funds: micro(besideOn(scheme, day).fundPrice),
    };
    const before = parts.at(-1);
    if (before && samePrices(before, part)) parts[parts.length - 1] = { ...before, to };
    else parts.push(part);
  }
  const [start] = parts;
  // Where prices changed the first part says its day too.
  return start && parts.length > 1 ? [{ ...start, since: dateOfDay(first) }, ...parts.slice(1)] : parts;
}

const samePrices = (a: PricedRange, b: PricedRange): boolean =>
  a.funds === b.funds &&
  a.reversePrice === b.reversePrice &&
  PERIOD_NUMBERS.every((period) => a.prices[period] === b.prices[period]);

/** The basic charge as far as it is known: a demand that was never measured is not one of 0. */
export function basicOf(
  kind: string,
  beside: BesidePrices,
  {
    capacity,
    declared,
    demand,
  }: { readonly capacity: bigint; readonly declared: bigint; readonly demand: bigint | null },
): BasicCharge {
  const price = micro(beside.demandPrice);
  switch (kind) {
    case '1':
      return { kind: 'capacity', kva: capacity, price: micro(beside.capacityPrice) };
    case '2':
      return demand === null ? { kind: 'none' } : { kind: 'actual', demand, price };
    case '3':
      return { kind: 'contract', demand: demand ?? 0n, declared, price };
    default:
      return { kind: 'none' };
  }
}

export const dayOf = dayOfDate;
