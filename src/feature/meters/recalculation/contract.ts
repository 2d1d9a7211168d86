/** What a recalculation goes over. */
export interface RecalculationEffect {
  /** The interval that has readings inside what was asked for, ms; null = there is none. */
  readonly from: number | null;
  readonly to: number | null;
  /** Instants with readings, stated spans of energy, buckets of all sizes, local days. */
  readonly readings: number;
  readonly intervals: number;
  readonly buckets: number;
  readonly days: number;
  /** ms: what was asked for before it stays, as its raw readings are in files; null = nothing does. */
  readonly closedBefore: number | null;
}

/** How a recalculation ended: the sum of the main energy before and after, as exact decimal texts. */
export interface RecalculationResult {
  readonly before: string | null;
  readonly after: string | null;
  readonly buckets: number;
}
