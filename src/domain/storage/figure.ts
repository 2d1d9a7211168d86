/** Of a time of which less is known nothing is concluded, percent. */
export const LEAST_KNOWN = 95;

/** Discharged as percent of charged; null where nothing was charged. Energies in one unit. */
export const roundTripEfficiency = (charged: number | null, discharged: number | null): number | null =>
  charged === null || discharged === null || charged <= 0 ? null : (discharged / charged) * 100;

/**
 * Full cycles: what left the cells as a multiple of the rated energy. @param efficiency of discharging, 0 to 1
 * @param rated energy, in the unit of `discharged`
 */
export const cyclesOf = (discharged: number | null, efficiency: number, rated: number): number | null =>
  discharged === null || efficiency <= 0 || rated <= 0 ? null : discharged / efficiency / rated;
