import { SLOTS } from '#contract/plan.ts';
import { meanOf } from '#domain/decimal/sum.ts';

/** The mean of past days slot by slot, kW; null where no day knows the slot. Null without any day. */
export function expectedLoad(past: readonly (readonly (number | null)[])[]): (number | null)[] | null {
  if (past.length === 0) return null;
  return Array.from({ length: SLOTS }, (_, slot) => {
    const mean = meanOf(past.map((day) => day[slot] ?? null));
    return mean === null ? null : Math.round(mean * 1000) / 1000;
  });
}
