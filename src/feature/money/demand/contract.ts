import type { Pagination } from '#contract/envelope.ts';
import type { Text } from '#contract/text.ts';
import type { FlagName } from '#contract/usageFlag.ts';

/** A demand and the window in which it was the mean power; instants are ms since 1970. */
export interface DemandWire {
  /** kW; for other energies their unit per hour. */
  readonly value: number;
  readonly from: number;
  readonly to: number;
  /** Nobody measured it: registers prove it as the mean of this interval, which is longer than a window. */
  readonly proven: boolean;
}

/** The maximum demand of one settlement month. */
export interface DemandMonth {
  /** `2018-07` */
  readonly month: string;
  readonly from: number;
  readonly to: number;
  /** It is not over: the maximum so far. */
  readonly unfinished: boolean;
  /** The maximum, measured or proven; null where neither is known. */
  readonly maximum: DemandWire | null;
  /** The highest that was measured, where what is proven is higher or nothing is; else the same. */
  readonly measured: DemandWire | null;
  /** Intervals were not measured that may hide a higher one. */
  readonly atLeast: boolean;
  /** The highest of whole quarters of an hour. */
  readonly block: DemandWire | null;
  readonly method: 'sliding' | 'block';
  /** By how many minutes windows move; null = several meters, whole quarters of an hour of the summed curve. */
  readonly slip: number | null;
  /** The account whose agreement says so; null where none does. */
  readonly account: string | null;
  /** Floored percent of the quarters of an hour so far of which a demand is known; of a sum, the meter with fewest. */
  readonly coverage: number | null;
  /** Windows are missing: the true maximum may be higher. */
  readonly partial: boolean;
  readonly flags: readonly FlagName[];
}

/** Answer of `settlement/getlist`: the newest month first. */
export interface SettlementDemand {
  readonly orgId: number | null;
  readonly dataAmmeterId: number | null;
  readonly name: string;
  readonly dataType: string;
  readonly unit: string;
  readonly timeZone: string;
  readonly settlementDay: number;
  readonly settlementHour: number;
  /** The same of the newest month. */
  readonly slip: number | null;
  /** Meters whose curve is summed. */
  readonly meters: number;
  readonly now: number;
  readonly list: readonly DemandMonth[];
  readonly pagination: Pagination;
}

/** Which power is taken to go on: readings of the last minutes, the window so far, the quarter before, or none known. */
export type GuardBasis = 'power' | 'window' | 'quarter' | 'none';

/** The running window of a limit; kW and kWh, instants in ms. */
export interface GuardState {
  readonly guardId: number;
  readonly guardName: string;
  readonly orgId: number;
  readonly orgName: string;
  readonly timeZone: string;
  readonly now: number;
  readonly from: number;
  readonly to: number;
  readonly knownTo: number;
  /** How the demand is measured that the limit is judged by. */
  readonly method: Text;
  /** The settlement month that is running, as the settlement list tells it; null where none is. */
  readonly month: DemandMonth | null;
  readonly limit: number;
  /** Of the window so far. */
  readonly energy: number;
  readonly power: number | null;
  readonly basis: GuardBasis;
  readonly projected: number | null;
  readonly warns: boolean;
  /** By how much the power must fall until `shedUntil`. */
  readonly shed: number | null;
  readonly shedUntil: number | null;
  /** False where the limit cannot be held any more. */
  readonly possible: boolean;
}

/** Foreseen and exceeded; foreseen and not exceeded; exceeded and not foreseen. */
type GuardOutcome = 'hit' | 'averted' | 'missed';

export interface GuardRecord {
  readonly counts: Readonly<Record<GuardOutcome, number>>;
  readonly list: readonly {
    readonly guardId: number;
    readonly guardName: string;
    readonly from: number;
    readonly limit: number;
    readonly warnedAt: number | null;
    readonly projected: number | null;
    readonly shed: number | null;
    readonly actual: number | null;
    readonly outcome: GuardOutcome | null;
  }[];
  readonly pagination: Pagination;
}
