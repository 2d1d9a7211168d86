import { sql } from 'kysely';
import { PERIOD_NUMBERS, type Period } from '#contract/period.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { PriceInterval } from '#domain/tariff/pricing.ts';
import { dateOfDay } from '#domain/time/date.ts';
import type { Db } from '#server/database/db.ts';
import type { CostLine, CostOrigin } from '../../contract.ts';
import type { MeterRow } from '../meterFacts.ts';
import { priceChanges } from './priceChange.ts';
import { type CostSums, costsOver, type Energies } from './usageOver.ts';

/** Trillionths as a decimal text without trailing zeros. */
export function trillionthsText(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(13, '0');
  const part = digits.slice(-12).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -12)}${part === '' ? '' : `.${part}`}`;
}

/** The names of the schemes of a meter's enterprise as they were entered, each as it is shown to who asks. */
async function shownSchemes(db: Db, meterId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; shown: string }>`
    select scheme_name as name, shown_name(scheme_name, scheme_name_en) as shown from price_scheme
    where consumer_id = (select consumer_id from ammeter where id = ${meterId})`.execute(db);
  return new Map(rows.map(({ name, shown }) => [name, shown]));
}

const yuan = (value: bigint | null): number | null =>
  value === null ? null : Number(trillionthsText(value));

/** What a meter's bucket costs, and which version of which scheme priced each of its days; null where nothing does. */
export async function costOf(db: Db, meter: MeterRow, range: Range): Promise<CostOrigin | null> {
  if (!meter.costed) return null;
  const signed = [{ meterId: meter.id, sign: 1 as const }];
  // Days outside the bucket are not looked up: zones are slow to tell of centuries to come.
  const [first, last] = [meter.zone.localDay(range.from), meter.zone.localDay(range.to - 1)];
  const held = joined(meter.pricing?.intervals ?? [])
    .filter((interval) => interval.from <= last && interval.to > first)
    .map((interval) => ({
      interval,
      from: interval.from <= first ? range.from : meter.zone.startOfDay(interval.from),
      to: interval.to > last ? range.to : meter.zone.startOfDay(interval.to),
    }));
  const [whole, ...sums] = await costsOver(db, signed, [range, ...held]);
  if (whole?.costs.CZ == null) return null;
  const { CZ: total, RCZ: credit } = whole.costs;
  const names = await shownSchemes(db, meter.id);
  const changes = await priceChanges(
    db,
    held.map(({ interval }) => ({
      ...interval,
      from: Math.max(interval.from, first),
      to: Math.min(interval.to, last + 1),
    })),
  );
  return {
    amount: yuan(total),
    exact: trillionthsText(total),
    credit: yuan(credit),
    parts: held.map(({ interval, from, to }, i) => ({
      schemeName: names.get(interval.schemeName) ?? interval.schemeName,
      account: interval.account,
      since: interval.since === null ? null : dateOfDay(interval.since),
      spot: interval.prices.hours !== undefined,
      changed: changes[i] ?? null,
      from,
      to,
      lines: linesOf(interval, sums[i]?.energies, sums[i]?.costs),
    })),
  };
}

/** Days beside each other that have real-time prices of one scheme are told as one. */
function joined(intervals: readonly PriceInterval[]): PriceInterval[] {
  const all: PriceInterval[] = [];
  for (const one of intervals) {
    const last = all.at(-1);
    if (
      last?.prices.hours &&
      one.prices.hours &&
      last.to === one.from &&
      last.since === one.since &&
      last.schemeName === one.schemeName &&
      last.account === one.account
    )
      all[all.length - 1] = { ...last, to: one.to };
    else all.push(one);
  }
  return all;
}

function linesOf({ prices }: PriceInterval, energies?: Energies, costs?: CostSums): CostLine[] {
  if (energies?.PP == null || costs?.CZ == null) return [];
  let [energy, cost] = [energies.PP, costs.CZ];
  const lines = PERIOD_NUMBERS.flatMap((period: Period): CostLine[] => {
    const [own, amount] = [energies[`PP${period}`], costs[`CZ${period}`]];
    if (own === null || amount === null) return [];
    energy -= own;
    cost -= amount;
    return [line(period, own, priceOf(prices, period, own, amount), amount)];
  });
  return energy === 0n && cost === 0n
    ? lines
    : [...lines, line(0, energy, priceOf(prices, 3, energy, cost), cost)];
}

/** The price of a period, or the mean of its hours where they have their own. */
const priceOf = (
  { energy, hours }: PriceInterval['prices'],
  period: Period,
  own: bigint,
  cost: bigint,
): bigint => (hours && own !== 0n ? roundDiv(cost, own) : energy[period]);

const line = (period: Period | 0, energy: bigint, price: bigint, amount: bigint): CostLine => ({
  period,
  energy: microToNumber(energy),
  price: microToNumber(price),
  amount: yuan(amount) ?? 0,
});
