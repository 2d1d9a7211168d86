/** A meter that a virtual one counts, with its sign. */
export interface SumItem {
  readonly ammeterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly sign: 1 | -1;
}

/** What a virtual meter is the signed sum of. */
export interface SumDefinition {
  readonly ammeterId: number;
  /** Device type 11: only such a meter may be a sum. */
  readonly virtual: boolean;
  readonly items: readonly SumItem[];
}
