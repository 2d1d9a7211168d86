/** Power (kW) as a share of the rated one (kW), in %; null = one of them is not known. */
export const loadShareOf = (power: number | null, rated: number | null): number | null =>
  power === null || rated === null || rated <= 0 ? null : (power / rated) * 100;
