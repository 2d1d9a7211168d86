import { SLOT_MINUTES, SLOTS } from '#contract/plan.ts';

/** A version of a day's plan as far as the device is concerned. */
export interface LoadedVersion {
  readonly version: number;
  readonly points: readonly number[];
  /** When the device told that it had loaded it, ms. */
  readonly acceptedAt: number;
}

/**
 * The version that the device ran in each slot of a day: of those that it had accepted when the slot began the highest; null
 * where there was none. @param dayStart ms
 */
export function heldVersions<V extends LoadedVersion>(
  versions: readonly V[],
  dayStart: number,
): (V | null)[] {
  return Array.from({ length: SLOTS }, (_, slot) => {
    const begins = dayStart + slot * SLOT_MINUTES * 60_000;
    let held: V | null = null;
    for (const one of versions)
      if (one.acceptedAt <= begins && (held === null || one.version > held.version)) held = one;
    return held;
  });
}

/** What the device was told to run in each slot of a day, kW; null where it was told nothing. @param dayStart ms */
export const sentCurve = (versions: readonly LoadedVersion[], dayStart: number): (number | null)[] =>
  heldVersions(versions, dayStart).map((held, slot) => held?.points[slot] ?? null);

/**
 * How faithfully a plan was run: 1 − Σ|run − plan| / Σ|plan| over the slots of which both are known, not below 0; null
 * where nothing was planned in them (assets.md section 3).
 */
export function executionRate(
  plan: readonly (number | null)[],
  run: readonly (number | null)[],
): number | null {
  let [off, planned] = [0n, 0n];
  plan.forEach((kw, slot) => {
    const was = run[slot] ?? null;
    if (kw === null || was === null) return;
    // Thousandths, so that what is added is whole.
    const [p, r] = [BigInt(Math.round(kw * 1000)), BigInt(Math.round(was * 1000))];
    off += r > p ? r - p : p - r;
    planned += p < 0n ? -p : p;
  });
  return planned === 0n ? null : Math.max(0, 1 - Number(off) / Number(planned));
}
