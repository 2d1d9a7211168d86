/** One row of a workload: a meter's values at an instant (seconds). */
export interface Row {
  readonly ts: number;
  readonly meter: number;
  readonly codes: readonly string[];
  readonly values: readonly number[];
}

/** The queries of a workload; each takes the arguments that `args` gives. */
export interface Queries {
  q1(meter: number): Promise<number[]>;
  q2(meter: number): Promise<number[]>;
  q3(): Promise<{ per: number[][]; total: number[] }>;
  q4(): Promise<{ meter: number; kwh: number }[]>;
  q5(meter: number, day: number): Promise<number[]>;
  q6(meter: number, month: number): Promise<{ p: number; f: number; v: number }>;
}

export type QueryName = keyof Queries;
export const QUERY_NAMES = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'] as const satisfies readonly QueryName[];

/** A deterministic load with its own reference answers; the form of the shared workload. */
export interface Workload {
  readonly WEEK0: number;
  readonly YEAR0: number;
  readonly YEAR1: number;
  /** 13 local month starts, seconds. */
  readonly MONTHS: readonly number[];
  /** 24 letters: tariff period of each local hour. */
  readonly PERIODS: readonly string[];
  readonly TZ_H: number;
  readonly STEP: number;
  readonly DAY: number;
  readonly METERS: number;
  readonly YEAR_METERS: number;
  readonly WEEK_STEPS: number;
  readonly CODES: readonly string[];
  batches(part: 'week' | 'year', options: { stepsPerBatch: number; limitSteps?: number }): Iterable<Row[]>;
  readonly args: Readonly<Record<QueryName, (i: number) => number[]>>;
  /** Largest absolute error of an answer; throws when its shape is wrong. */
  readonly check: Readonly<Record<QueryName, (answer: never, args: number[]) => number>>;
}
