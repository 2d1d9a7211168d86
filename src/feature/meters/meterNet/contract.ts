import type { FlagName } from '#contract/usageFlag.ts';

/** So many days of a network are balanced at once. */
export const MOST_NET_DAYS = 731;

/**
 * `even`: the imbalance is within what the accuracy of the meters allows; `loss`: more goes in than is metered below;
 * `negative`: more is metered below than goes in, which cannot be; `open`: a figure is missing, or known too little.
 */
export type Verdict = 'even' | 'loss' | 'negative' | 'open';

/** The balance of a meter with those right below it, in the unit of the energy. */
export interface NetBalance {
  readonly below: number | null;
  readonly rest: number | null;
  /** The imbalance as a share of what goes in. */
  readonly share: number | null;
  /** Expanded uncertainty of the imbalance (k = 2). */
  readonly uncertainty: number | null;
  readonly verdict: Verdict;
}

/** A meter of the network. */
export interface NetMeter {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  /** The meter of the same energy above it. */
  readonly parentId: number | null;
  readonly depth: number;
  readonly energy: number | null;
  /** Floored percent. */
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  /** Limit of its error in percent; `recorded`: from the archive, else what GB 17167 asks of its kind. */
  readonly accuracy: { readonly limit: number; readonly recorded: boolean };
  /** Null where no meter hangs below it. */
  readonly balance: NetBalance | null;
  readonly inUse: boolean;
}

/** A meter that may be wrong, told by the course of the balances. */
export interface NetSuspect {
  readonly ammeterId: number;
  /** +0.03 = it tells 3 % too much. */
  readonly error: number;
  /** Standard deviation of the same. */
  readonly spread: number;
  readonly weight: number;
  /** The error is beyond what its class allows, beyond doubt. */
  readonly certain: boolean;
}

/** The network of the meters of one energy over a period; meters with those above before those below. */
export interface NetAnswer {
  readonly consumerId: number;
  readonly consumerName: string;
  readonly dataType: string;
  readonly dataTypes: readonly string[];
  readonly unit: string;
  readonly timeZone: string;
  readonly begin: string;
  readonly end: string;
  readonly meters: readonly NetMeter[];
  /** The most likely first. */
  readonly suspects: readonly NetSuspect[];
  /** The days whose course was looked at. */
  readonly searched: { readonly begin: string; readonly end: string };
}
