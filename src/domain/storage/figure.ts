/** Discharged as percent of charged; null where nothing was charged. Energies in one unit. */
export const roundTripEfficiency = (charged: number | null, discharged: number | null): number | null =>
  charged === null || discharged === null || charged <= 0 ? null : (discharged / charged) * 100;

/**
 * Full cycles: what left the cells as a multiple of the rated energy. @param efficiency of discharging, 0 to 1
 * @param rated energy, in the unit of `discharged`
 */
export const cyclesOf = (discharged: number | null, efficiency: number, rated: number): number | null =>
  discharged === null || efficiency <= 0 || rated <= 0 ? null : discharged / efficiency / rated;

/** How well a plan was carried out, and of how many of its points that is known. */
export interface Execution {
  /** 1 − Σ|run − plan| / Σ|plan|, at least 0; null where nothing was planned or nothing is known. */
  readonly rate: number | null;
  readonly known: number;
  readonly points: number;
}

/** The execution rate of a plan over its points; points of which nothing is known are left out, and said. */
export function executionOf(
  plan: readonly (number | null)[],
  run: readonly (number | null | undefined)[],
): Execution {
  let [planned, off, known, points] = [0, 0, 0, 0];
  for (const [i, wanted] of plan.entries()) {
    if (wanted === null) continue;
    points++;
    const done = run[i];
    if (done === null || done === undefined) continue;
    known++;
    planned += Math.abs(wanted);
    off += Math.abs(done - wanted);
  }
  return { rate: planned > 0 ? Math.max(0, 1 - off / planned) : null, known, points };
}
