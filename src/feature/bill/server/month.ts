import { byPeriod, byPeriodOrNone, PERIOD_NUMBERS } from '#contract/periodRule.ts';
import type { Ratio } from '#domain/decimal/decimal.ts';
import type { SettlementMonth } from '#domain/demand/settlement.ts';
import { type Bill, billOf, type EnergyStretch, type Fee, type SpotStretch } from '#domain/tariff/bill.ts';
import type { FactorStandard } from '#domain/tariff/powerFactor.ts';
import { linkedShareOf, mixed, type PriceRows } from '#domain/tariff/pricesOver.ts';
import { spotTermsOf } from '#domain/tariff/spot.ts';
import type { Zone } from '#domain/time/zone.ts';
import { energiesOver, type MaximumDemand, type SignedMeter } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { basicOf, besideOn, micro, pricedRanges, type PricedRange } from '../domain/terms.ts';
import type { feesOf, SchemeTerms } from './account.ts';
import type { MonthFacts } from './monthFacts.ts';
import { type SettledHour, settledHours } from './spot.ts';

/** What a settlement month is billed under. */
export interface Arrangement {
  readonly scheme: SchemeTerms;
  readonly rows: PriceRows;
  readonly fees: Awaited<ReturnType<typeof feesOf>>;
  /** Another way of the basic charge than the scheme's: `0` none … `3` contract demand. */
  readonly basicCharge?: string;
  readonly capacity: string | null;
  readonly contractDemand: string | null;
}

type Sums = Awaited<ReturnType<typeof energiesOver>>;

/** What was measured in a settlement month, cut where prices change. */
export interface Measured {
  readonly month: SettlementMonth;
  readonly ranges: readonly PricedRange[];
  readonly sums: Sums;
  /** Its maximum demand, measured or proven; null where it was not asked for, or nothing is known of it. */
  readonly peak: MaximumDemand | null;
  readonly facts: MonthFacts;
  /** Hours that are settled at real-time prices. */
  readonly spot: readonly SettledHour[];
}

const magnitude = (value: bigint | null | undefined): bigint =>
  value == null ? 0n : value < 0n ? -value : value;

/** Reads what months are billed by: the same few statements for all energies, however many. @param facts one a month */
export async function measure(
  trx: Db,
  zone: Zone,
  signed: readonly SignedMeter[],
  months: readonly SettlementMonth[],
  { rows, scheme }: Pick<Arrangement, 'rows' | 'scheme'>,
  facts: readonly MonthFacts[],
): Promise<Measured[]> {
  const cut = months.map((month) => ({ month, ranges: pricedRanges(zone, rows, scheme, month) }));
  const sums = await energiesOver(trx, signed, cut.flatMap(({ ranges }) => ranges)); // prettier-ignore
  const found: Measured[] = [];
  const traded = rows.schemes.some((row) => row.id === scheme.id && row.schemeType === '3');
  let at = 0;
  for (const [i, { month, ranges }] of cut.entries()) {
    const own = sums.slice(at, at + ranges.length);
    at += ranges.length;
    const spot = traded ? await settledHours(trx, zone, signed, scheme.id, month) : [];
    const known = facts[i] ?? { demand: null, reactive: null };
    const peak = own.some((sum) => sum.energy !== null) ? known.demand?.told.maximum : null;
    found.push({ month, ranges, sums: own, peak: peak ?? null, facts: known, spot });
  }
  return found;
}

export interface ComputedBill {
  readonly bill: Bill;
  /** Millionths; null where a register says nothing. */
  readonly lagging: bigint | null;
  readonly leading: bigint | null;
  /** The maximum demand that the basic charge needs was never measured: the total is without it. */
  readonly demandMissing: boolean;
}

/** The bill of a measured month under an arrangement; null where no energy is known. Pure. */
export function billOfMonth(
  { month, ranges, sums, peak, facts, spot }: Measured,
  { scheme, rows, fees, basicCharge = scheme.basicCharge, capacity, contractDemand }: Arrangement,
  zone: Zone,
): ComputedBill | null {
  if (sums.every((sum) => sum.energy === null)) return null;
  const total = (code: 'QI' | 'QO'): bigint | null =>
    sums.reduce<bigint | null>((sum, { energies }) => (energies[code] === null ? sum : (sum ?? 0n) + energies[code]), null); // prettier-ignore
  const [lagging, leading] = [total('QI'), total('QO')];
  const first = zone.localDay(month.from);
  const demands = basicCharge === '2' || basicCharge === '3';
  const share = linkedShareOf(rows.schemes.find((row) => row.id === scheme.id) ?? {});
  const bill = billOf({
    stretches: ranges.map(({ from, to, since, prices, fixed, reversePrice, funds }, i) => {
      const { energies, energy } = sums[i] ?? { energies: undefined, energy: null };
      const placed = byPeriod((period) => energies?.[`PP${period}`] ?? 0n);
      const rest = PERIOD_NUMBERS.reduce((left, period) => left - placed[period], energy ?? 0n);
      const whole = { ...placed, 0: rest };
      const hours = spot.filter(({ at }) => from <= at && at < to);
      const settled = hours.length > 0 ? spotOf(hours, fixed, share) : undefined;
      return {
        ...(since === undefined ? {} : { since }),
        energies: settled ? without(whole, settled.energies) : whole,
        ...(settled ? { spot: settled } : {}),
        prices,
        funds,
        reverse: { energy: energies?.RP ?? 0n, price: reversePrice },
      };
    }),
    basic: basicOf(basicCharge, besideOn(scheme, first), {
      capacity: micro(capacity),
      declared: micro(contractDemand),
      demand: peak?.demand ?? null,
    }),
    fees: fees
      .filter((fee) => fee.planId === null || fee.planId === scheme.id)
      .filter(({ from, to }) => holds(first, from, to))
      .map(({ id, name, kind, price, inBase }): Fee => ({
        id,
        name,
        kind: kind === '2' ? 'month' : kind === '3' ? 'capacity' : 'energy',
        price: micro(price),
        inBase,
      })),
    capacity: micro(capacity),
    powerFactor:
      scheme.factorStandard === '0' || (lagging === null && leading === null) || facts.reactive?.length
        ? null
        : {
            standard: Number(scheme.factorStandard) as FactorStandard,
            reactive: magnitude(lagging) + (scheme.reactive === '2' ? 0n : magnitude(leading)),
          },
  });
  return { bill, lagging, leading, demandMissing: demands && peak === null };
}

type Energies = EnergyStretch['energies'];

const without = (whole: Energies, part: Energies): Energies =>
  byPeriodOrNone((period) => whole[period] - part[period]);

/** Hours of a stretch settled at real-time prices, beside the share that keeps its fixed price. */
function spotOf(hours: readonly SettledHour[], fixed: EnergyStretch['prices'], share: Ratio): SpotStretch {
  return {
    energies: byPeriodOrNone((period) => hours.reduce((sum, hour) => sum + hour.energies[period], 0n)),
    fixed: byPeriod((period) => mixed(fixed[period], 0n, share)),
    terms: spotTermsOf(hours, share),
  };
}

const holds = (day: number, from: string, to: string | null): boolean =>
  Date.parse(from) / 86_400_000 <= day && (to === null || day <= Date.parse(to) / 86_400_000);
