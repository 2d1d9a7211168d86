import type { Period } from '#contract/period.ts';
import { textToMicro } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { EventQuarter } from '#domain/storage/event.ts';
import { type Entry, linesOf, type SettledLine, wearLine } from '#domain/storage/settle.ts';
import { Doubts, dueQuarters, isDoubtful, type Metered, type Quarter } from './quarters.ts';
import type { NotFedIn } from './supply.ts';

/** What a quarter costs; millionths of a yuan per kWh. */
type TariffAt = (ts: number) => { readonly period: Period | 0; readonly price: bigint | null };

/** What an asset came to in an interval; energies in millionths of kWh, null where nothing is known. */
export interface SettledAsset extends Range {
  readonly lines: readonly SettledLine[];
  readonly events: readonly EventQuarter[];
  readonly first: bigint | null;
  readonly second: bigint | null;
  /** Of PV what was used on the site of what is known to have been; null of other assets. */
  readonly used: bigint | null;
  readonly coveredS: number;
  readonly flags: number;
  readonly doubts: ReturnType<Doubts['list']>;
}

const plus = (sum: bigint | null, energy: bigint | null): bigint | null =>
  energy === null ? sum : (sum ?? 0n) + energy;

/** What is gathered over the quarters of an interval. */
class Gathering {
  readonly entries: Entry[] = [];
  readonly doubts = new Doubts();
  coveredS = 0;
  flags = 0;

  see(quarter: Quarter): void {
    this.coveredS += quarter.coveredS;
    this.flags |= quarter.flags;
    if (isDoubtful(quarter.flags)) this.doubts.add('doubtful', quarter.ts);
  }

  price(
    { type, quantity }: Pick<Entry, 'type' | 'quantity'>,
    ts: number,
    tariff: ReturnType<TariffAt>,
  ): void {
    if (quantity === 0n) return;
    if (tariff.price === null) this.doubts.add('unpriced', ts);
    else if (tariff.period === 0) this.doubts.add('noPeriod', ts);
    this.entries.push({ type, period: tariff.period, price: tariff.price, quantity });
  }
}

export interface BatteryTerms {
  readonly tariff: TariffAt;
  /** Yuan per kWh. */
  readonly wearCost: string;
}

/**
 * A battery over an interval: what it charged and discharged by tariff period and price, and what that wore. `first` is what
 * was charged, `second` what was discharged. @param until up to when readings may be expected
 */
export function settleBattery(
  { quarters, counting }: Metered,
  { tariff, wearCost }: BatteryTerms,
  range: Range,
  until: number,
): SettledAsset {
  const found = new Gathering();
  const events: EventQuarter[] = [];
  let [charged, discharged]: [bigint | null, bigint | null] = [null, null];
  for (const [ts, quarter] of dueQuarters(quarters, counting, { ...range, to: Math.min(range.to, until) })) {
    // Of a quarter of which one side is not known neither counts: half of it would shift gains against costs.
    if (!quarter || quarter.forward === null || quarter.reverse === null) {
      found.doubts.add('missing', ts);
      continue;
    }
    found.see(quarter);
    charged = plus(charged, quarter.forward);
    discharged = plus(discharged, quarter.reverse);
    const at = tariff(ts);
    for (const [type, quantity] of [
      ['charging', quarter.forward],
      ['discharging', quarter.reverse],
    ] as const) {
      found.price({ type, quantity }, ts, at);
      if (quantity > 0n) events.push({ ts, type, quantity, ...at });
    }
  }
  const wear = wearLine(charged ?? 0n, discharged ?? 0n, textToMicro(wearCost));
  return {
    ...range,
    lines: [...linesOf(found.entries), ...(wear ? [wear] : [])],
    events,
    first: charged,
    second: discharged,
    used: null,
    coveredS: found.coveredS,
    flags: found.flags,
    doubts: found.doubts.list(),
  };
}

export interface PvTerms {
  readonly tariff: TariffAt;
  /** What of the generation of a quarter was fed in, or why it is not known. */
  readonly fedInAt: (ts: number, generated: bigint) => bigint | NotFedIn;
  /** Millionths of a yuan per kWh; null where none was stated. */
  readonly feedInPrice: (ts: number) => bigint | null;
}

/**
 * A PV plant over an interval: what was used at what it would have cost, what was fed in at its price. `first` is what was
 * generated, `second` what was fed in, `used` what was used; generation of which that is not known is in `first` alone.
 */
export function settlePv(
  { quarters, counting }: Metered,
  { tariff, fedInAt, feedInPrice }: PvTerms,
  range: Range,
  until: number,
): SettledAsset {
  const found = new Gathering();
  let [generated, used, fedIn]: [bigint | null, bigint | null, bigint | null] = [null, null, null];
  for (const [ts, quarter] of dueQuarters(quarters, counting, { ...range, to: Math.min(range.to, until) })) {
    if (!quarter || quarter.forward === null) {
      found.doubts.add('missing', ts);
      continue;
    }
    found.see(quarter);
    generated = plus(generated, quarter.forward);
    const back = fedInAt(ts, quarter.forward);
    if (typeof back === 'string') {
      found.doubts.add(back, ts);
      continue;
    }
    used = plus(used, quarter.forward - back);
    fedIn = plus(fedIn, back);
    found.price({ type: 'pvSelfUse', quantity: quarter.forward - back }, ts, tariff(ts));
    found.price({ type: 'feedIn', quantity: back }, ts, { period: 3, price: feedInPrice(ts) });
  }
  return {
    ...range,
    lines: linesOf(found.entries.map((one) => (one.type === 'feedIn' ? { ...one, period: 0 } : one))),
    events: [],
    first: generated,
    second: fedIn,
    used,
    coveredS: found.coveredS,
    flags: found.flags,
    doubts: found.doubts.list(),
  };
}
