import type { UnitMonth } from '#feature/statistics/contract.ts';
import type { NotComparable } from '#contract/notComparable.ts';
import type { Text } from '#contract/text.ts';
import type { FlagName } from '#contract/usageFlag.ts';
import type { DemandMonth } from '#feature/demand/contract.ts';
import type { NoticeKind, Question } from '#feature/overview/contract.ts';

/** A figure of money beside that of an equal stretch of the day before. */
export interface MoneyFigure {
  readonly value: number | null;
  readonly before: number | null;
  readonly change: number | null;
  readonly why: NotComparable | null;
  /** The last 12 days, this one last. */
  readonly trend: readonly (number | null)[];
}

/** What a day costs, as the charge analysis tells it: yuan; yuan per kWh. */
export interface DayCost {
  readonly cost: MoneyFigure;
  /** Of the energy that has a price. */
  readonly price: MoneyFigure;
  /** kWh without a price: the cost is at least what it says. */
  readonly unpriced: number;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}

/** What a demand is held against: a contract demand, the enterprise's own limit or standard line, or its capacity. */
export interface DemandLimit {
  readonly kind: 'contract' | 'own' | 'line' | 'capacity';
  readonly value: number;
  readonly unit: 'kW' | 'kVA';
  /** The account, or the name of the limit. */
  readonly name: string;
}

/** The maximum demand of the settlement month of a day, as the demand page tells it. */
export interface MonthDemand {
  readonly month: DemandMonth | null;
  readonly unit: string;
  readonly limit: DemandLimit | null;
  /** Demand ÷ limit. */
  readonly share: number | null;
}

/** Answer of `getMoney`; what is no electricity has neither cost nor demand. */
export interface Money extends Question {
  readonly day: DayCost | null;
  readonly demand: MonthDemand | null;
  readonly products: readonly UnitMonth[];
}

/** What a meter used on a day costs; null without a price. */
export interface DeviceCost {
  readonly dataAmmeterId: number;
  /** Yuan. */
  readonly cost: number | null;
}

export type AttentionKind =
  NoticeKind | 'invoice' | 'billDoubt' | 'billNone' | 'demand' | 'powerFactor' | 'unpriced';

/** What an amount is: they are of different kinds and are never added up. */
export type AmountKind = 'over' | 'under' | 'perKw' | 'overDemand' | 'penalty' | 'unproven';

/** Why nothing has an amount: no price that day, nothing known of the day before, or nothing that money tells. */
export type AmountLack = 'price' | 'before' | 'bill' | 'none';

/** Something that is worth attention. */
export interface Attention {
  readonly kind: AttentionKind;
  readonly name: string;
  readonly dataAmmeterId: number | null;
  /** The bill that it is about. */
  readonly account: string | null;
  /** `2018-07` */
  readonly month: string | null;
  readonly at: number | null;
  /** Percent, an energy, or a demand; by kind. */
  readonly value: number | null;
  /** Energy of the same hours of the day before that stands for what is not proven. */
  readonly energy: number | null;
  readonly limit: DemandLimit | null;
  /** What is said of it by the bill. */
  readonly detail: Text | null;
  /** Yuan. */
  readonly amount: number | null;
  readonly of: AmountKind | null;
  readonly why: AmountLack | null;
}

/** Answer of `getAttention`: ranked by money, then by gravity; the first of `count`. */
export interface AttentionList extends Question {
  readonly list: readonly Attention[];
  readonly count: number;
  /** The reader may see prices; else no line has an amount. */
  readonly priced: boolean;
}
