import type { UnitMonth } from '#feature/statistics/energyStatistics/contract.ts';
import type { NotComparable } from '#contract/notComparable.ts';
import type { Text } from '#contract/text.ts';
import type { FlagName } from '#contract/usageFlag.ts';
import type { DemandMonth } from '#feature/money/demand/contract.ts';
import type { ContactState, GatewayRow, GatewaySummary } from '#feature/meters/communication/contract.ts';
import type { NoticeWire } from '#feature/house/notice/contract.ts';
import type { NoticeKind } from '#feature/meters/dataState/contract.ts';
import type { DayQuery } from '#feature/meters/subject/contract.ts';

/** A figure of money beside that of an equal interval of the day before. */
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
export interface Money extends DayQuery {
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
  NoticeKind | 'alarm' | 'invoice' | 'billDoubt' | 'billNone' | 'demand' | 'powerFactor' | 'unpriced';

/** What an amount is: they are of different kinds and are never added up. */
type AmountKind = 'over' | 'under' | 'perKw' | 'overDemand' | 'penalty' | 'unproven';

/** Why nothing has an amount: no price that day, nothing known of the day before, or nothing that money tells. */
type AmountLack = 'price' | 'before' | 'bill' | 'none';

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
  /** Percent, an energy, a demand, or how many alarms are open; by kind. */
  readonly value: number | null;
  /** Energy of the same hours of the day before that stands for what is not proven. */
  readonly energy: number | null;
  readonly limit: DemandLimit | null;
  /** What is said of it by the bill, or of the alarms that are open. */
  readonly detail: Text | null;
  /** Yuan. */
  readonly amount: number | null;
  readonly of: AmountKind | null;
  readonly why: AmountLack | null;
}

/** Answer of `getAttention`: ranked by money, then by gravity; the first of `count`. */
export interface AttentionList extends DayQuery {
  readonly list: readonly Attention[];
  readonly count: number;
  /** The reader may see prices; else no line has an amount. */
  readonly priced: boolean;
}

/** Who has seen a notice; ms. */
export interface NoticeReader {
  readonly name: string;
  readonly at: number;
}

/** A notice that lasts, and who has seen it so far. */
export interface LastingNotice extends NoticeWire {
  readonly readers: readonly NoticeReader[];
  /** Further readers that are not named. */
  readonly more: number;
}

/** Answer of `getLasting`. */
export interface LastingNotices {
  readonly now: number;
  /** The gravest first, the newest of them at the top. */
  readonly list: readonly LastingNotice[];
  readonly count: number;
  /** Of them, seen by nobody. */
  readonly unseen: number;
  /** How many ended today, by the enterprise's day. */
  readonly endedToday: number;
}

/** A gateway that is worth a look, with its enterprise. */
export interface GatewayLine extends Pick<
  GatewayRow,
  | 'id'
  | 'gatewayName'
  | 'siteName'
  | 'timeZone'
  | 'contact'
  | 'lastSeenAt'
  | 'meters'
  | 'unmapped'
  | 'waiting'
  | 'clockOff'
> {
  readonly consumerId: number;
  readonly consumerName: string;
}

/** Answer of `getGateways`: those in use. */
export interface GatewayCare {
  readonly now: number;
  readonly summary: GatewaySummary;
  /** Not online: the latest to fall silent first, those that were never heard last. */
  readonly quiet: readonly GatewayLine[];
  readonly quietCount: number;
  /** Those that send names or keys which mean nothing yet, most first. */
  readonly unmapped: readonly GatewayLine[];
  readonly unmappedCount: number;
  /** Names and keys of all of them that are not mapped. */
  readonly names: number;
}

/** An electricity meter with its power now. */
export interface Feeder {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly contact: ContactState;
  readonly timeZone: string;
  /** kW; null where nothing of the last minutes says it. */
  readonly power: number | null;
  /** kW; null where none is stated. */
  readonly ratedPower: number | null;
  /** When it last spoke; ms. */
  readonly lastAt: number | null;
}

/** Answer of `getFeeders`: the most loaded first, then by power; those that say nothing now last. */
export interface Feeders {
  readonly now: number;
  readonly list: readonly Feeder[];
  readonly count: number;
  /** Meters of which a power of now is known. */
  readonly known: number;
}

/** What a supplier's invoice says of a month; yuan. */
export interface InvoiceState {
  /** Null where it has no total. */
  readonly total: number | null;
  /** Invoiced less computed; null where nothing can be compared. */
  readonly difference: number | null;
  /** It has a total: else a part of the month's lines alone is compared. */
  readonly whole: boolean;
}

/** A settlement month of an account. */
export interface BillMonth {
  readonly measureAccount: string;
  readonly month: string;
  readonly unfinished: boolean;
  /** Computed now, yuan; null where there is no bill: `why`. */
  readonly total: number | null;
  readonly why: Text | null;
  readonly coverage: number | null;
  /** Lines that rest on incomplete data. */
  readonly doubts: number;
  readonly firstDoubt: Text | null;
  /** Meters of the account that were never heard. */
  readonly neverHeard: number;
  readonly issued: {
    readonly at: number;
    readonly total: number;
    /** It would be another now. */
    readonly differs: boolean;
  } | null;
  readonly invoice: InvoiceState | null;
}

/** Answer of `getBillMonths`: the newest first. */
export interface BillMonths {
  readonly measureAccount: string;
  readonly list: readonly BillMonth[];
}

/** What is to be handed in, or put right. */
export interface Upload {
  readonly kind: 'annual' | 'plan' | 'rectify' | 'report';
  /** Of what it is; of `report` the platform's. */
  readonly id: number;
  readonly name: string;
  /** Of the annual table. */
  readonly year: number | null;
  /** `2026-03-31`; null where no date is stated. */
  readonly due: string | null;
  /** Days until then; negative where it is over. */
  readonly days: number | null;
  /** `report`: figures that are due, and by which protocol. */
  readonly figures?: number;
  readonly protocol?: 'A' | 'B';
}

/** Answer of `getUploads`: what has a date first, the most urgent at the top. */
export interface Uploads {
  readonly list: readonly Upload[];
  readonly count: number;
}

/** A task that failed. */
interface FailedTask {
  readonly id: number;
  readonly label: string;
  readonly message: string | null;
  readonly consumerName: string | null;
  readonly employeeName: string | null;
  readonly endedAt: number;
}

/** Answer of `getFailedTasks`: of the last 7 days, the newest first. */
export interface FailedTasks {
  readonly now: number;
  readonly list: readonly FailedTask[];
  readonly count: number;
}

/** How much of what was expected of an enterprise's meters came. */
export interface ConsumerCoverage {
  readonly consumerId: number;
  readonly consumerName: string;
  /** Of which something is expected. */
  readonly meters: number;
  readonly neverHeard: number;
  readonly incomplete: number;
  readonly expected: number;
  readonly received: number;
}

/** Answer of `getCoverage`: of yesterday by each meter's own day, the lowest first, those of which nothing is expected last. */
export interface CoverageByConsumer {
  readonly list: readonly ConsumerCoverage[];
  readonly count: number;
  /** Of them, those below a full rate. */
  readonly incomplete: number;
}

/** A kind of file of the archive with its newest file; nulls where none was uploaded. */
export interface ArchiveFile {
  /** The number of its tab. */
  readonly kind: number;
  readonly label: Text;
  /** The address of its tab. */
  readonly screen: string;
  readonly fileName: string | null;
  readonly version: number | null;
  /** ms */
  readonly uploadedAt: number | null;
}
