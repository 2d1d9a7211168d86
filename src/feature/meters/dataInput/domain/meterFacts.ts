/** What reading a file needs to know of a meter. */
export interface MeterFacts {
  readonly id: number;
  /** Unique among the meters of the import: with `ENTERPRISE/` before it where these are of many. */
  readonly code: string;
  readonly name: string;
  /** Its name as it was entered, where another one is shown. */
  readonly writtenName?: string;
  /** Unit of its main register, by its energy type. */
  readonly unit: string;
  /** ms: nothing before it is a reading of it; none = always was. */
  readonly since?: number;
  /** ms: figures before it are final, nothing is taken; none = all may change. */
  readonly closedBefore?: number;
  /** Code of its enterprise, where the meters are of many. */
  readonly owner?: string;
}
