/** What reading a file needs to know of a meter. */
export interface MeterFacts {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  /** Unit of its main register, by its energy type. */
  readonly unit: string;
}
