import type { RuleVersion } from './judge.ts';
import type { ObjectRule } from './settings.ts';
import type { Limit } from './verdict.ts';

/** Between which values (both included) of a code a rule that is normal stays so, whatever else it asks for. */
export interface Calm {
  readonly code: string;
  readonly low: number;
  readonly high: number;
}

/** Between which values, both included, none of some limits raises. */
export function calmWithin(limits: readonly Limit[]): { readonly low: number; readonly high: number } {
  let low = -Infinity;
  let high = Infinity;
  for (const { side, limit } of limits)
    if (side === 'above') high = Math.min(high, limit);
    else low = Math.max(low, limit);
  return { low, high };
}

/** The calm values of a rule that judges one value by limits; null for every other. */
function calmOf({ code, computed, limits, figure, signal }: ObjectRule): Calm | null {
  if (code === null || computed || figure || signal) return null;
  return { code, ...calmWithin(limits) };
}

/** The calm values of all of a rule from an instant (ms) on; null where more than one version holds after it. */
export function calmFrom(versions: readonly RuleVersion[], at: number): Calm | null {
  const last = versions.at(-1);
  return last && (versions.length === 1 || last.validFrom <= at) ? calmOf(last.rule) : null;
}
