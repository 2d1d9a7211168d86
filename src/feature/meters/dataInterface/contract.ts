/** Values of one meter, column by column: entry i of every list belongs to the bucket or reading that starts at ts[i]. */
export interface MeterColumns {
  readonly ammeterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  /** Unit of the main register. */
  readonly unit: string;
  /** Zone of the site, IANA. */
  readonly timeZone: string;
  /** Starts of the buckets (or stamps of the readings), ms since 1970, ascending. What is not known is absent. */
  readonly ts: readonly number[];
  /** By data code: energy of the bucket for registers, mean for PZ; null where the meter has none. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  /** Seconds of each bucket that readings back; only when asked. */
  readonly coveredSeconds?: readonly number[];
  /** Quality flags of each bucket (names joined by a blank); only when asked. */
  readonly flags?: readonly string[];
}

/** The exact sum of several meters by bucket. */
export interface SumColumns {
  readonly ts: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  /** How many of the meters are in each sum: fewer than asked = partial. */
  readonly meters: readonly number[];
}

export interface MeterList {
  readonly list: readonly MeterColumns[];
  readonly total: SumColumns;
}

/** A meter's place in a ranking by energy. */
export interface TopRow {
  readonly ammeterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly unit: string;
  /** Exact energy of the interval; a JSON number made from the exact decimal. */
  readonly energy: number;
  /** Share of the interval that readings back, 0 to 1. */
  readonly coverage: number;
}
