import type { Period } from '#contract/period.ts';
import { linesOf, type Entry } from './settle.ts';
import type { Fen } from '../tariff/money.ts';

/** A quarter of an hour in which a battery was charged or discharged. */
export interface EventQuarter {
  readonly ts: number;
  readonly type: 'charging' | 'discharging';
  readonly period: Period | 0;
  readonly price: bigint | null;
  /** Millionths of kWh. */
  readonly quantity: bigint;
}

/** What a battery did without a pause in one tariff period. */
export interface StorageEvent extends Omit<EventQuarter, 'price'> {
  readonly end: number;
  /** Costs below zero; null where a price is missing. */
  readonly amount: Fen | null;
}

/** What a battery does itself, and what it needs while it stands: less than a hundredth of its rated power (kW). */
export function standbyOf<Q extends EventQuarter>(
  quarters: readonly Q[],
  ratedPower: number,
): { readonly active: Q[]; readonly standby: Q[] } {
  const least = BigInt(Math.round(ratedPower * 2500));
  const active = quarters.filter(({ quantity }) => quantity >= least);
  return { active, standby: quarters.filter(({ quantity }) => quantity < least && quantity > 0n) };
}

/** Runs of quarters of one doing and one tariff period, in the order of time. @param step length of a quarter, ms */
export function eventsOf(quarters: readonly EventQuarter[], step: number): StorageEvent[] {
  const runs: EventQuarter[][] = [];
  for (const quarter of quarters.toSorted((a, b) => a.ts - b.ts)) {
    if (quarter.quantity <= 0n) continue;
    const last = runs.findLast(([first]) => first?.type === quarter.type);
    const end = last?.at(-1);
    if (last && end && end.ts + step === quarter.ts && end.period === quarter.period) last.push(quarter);
    else runs.push([quarter]);
  }
  return runs.flatMap((run): StorageEvent[] => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return [];
    const { ts, type, period } = first;
    const lines = linesOf(run.map(({ price, quantity }): Entry => ({ type, period, price, quantity })));
    const amounts = lines.map((line) => line.amount);
    return [
      {
        ts,
        end: last.ts + step,
        type,
        period,
        quantity: run.reduce((sum, one) => sum + one.quantity, 0n),
        amount: amounts.some((one) => one === null)
          ? null
          : amounts.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n),
      },
    ];
  });
}
