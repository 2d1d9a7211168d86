import type { Pagination } from '#contract/envelope.ts';
import type { FlagName } from '#contract/usageFlag.ts';

/** A demand and the window in which it was the mean power; instants are ms since 1970. */
export interface DemandWire {
  /** kW; for other energies their unit per hour. */
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

/** The maximum demand of one settlement month. */
export interface DemandMonth {
  /** `2018-07` */
  readonly month: string;
  readonly from: number;
  readonly to: number;
  /** It is not over: the maximum so far. */
  readonly unfinished: boolean;
  /** The maximum; null where no window of it was measured in full. */
  readonly maximum: DemandWire | null;
  /** The highest of whole quarters of an hour. */
  readonly block: DemandWire | null;
  readonly method: 'sliding' | 'block';
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
  /** By how many minutes windows move; null = sums of meters, whole quarters of an hour of the summed curve. */
  readonly slip: number | null;
  /** Meters whose curve is summed. */
  readonly meters: number;
  readonly now: number;
  readonly list: readonly DemandMonth[];
  readonly pagination: Pagination;
}
