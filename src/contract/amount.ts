import type { FlagName } from './usageFlag.ts';

/** An energy (or power) as it travels: the exact decimal in `unit` of its answer; null = nothing is known. */
export interface Amount {
  readonly value: number | null;
  /** Floored percent of the time that is backed by readings; null where no time has passed yet. */
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}

/** An amount of an interval. Instants are milliseconds since 1970. */
export interface SpanAmount extends Amount {
  readonly from: number;
  readonly to: number;
}
