/**
 * The signs of a battery, said once. A meter counts what flows into the battery forward: PP is what was charged, RP what was
 * discharged, PZ and SPZ above 0 charge. Curves (plan, sent, run) are of what the battery gives: above 0 it discharges.
 */

/** Power of a meter (kW, + charges) as a point of a curve (kW, + discharges), and the other way; null stays null. */
export function turned(power: number): number;
export function turned(power: number | null): number | null;
export function turned(power: number | null): number | null {
  // Never -0, which a screen would show with its sign.
  return power === null ? null : 0 - power;
}

/** What a battery does at a power of its meter (kW); below the threshold it stands. */
export function doing(power: number, threshold = 0.5): 'charging' | 'discharging' | 'standing' {
  if (Math.abs(power) < threshold) return 'standing';
  return power > 0 ? 'charging' : 'discharging';
}
