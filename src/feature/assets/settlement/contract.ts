import type { FlagName } from '#contract/usageFlag.ts';
import type { Text } from '#contract/text.ts';

/** The screen of costs and benefits, and the function of its calls. */
export const COST_BENEFIT_CODE = 'SDNGuangchuchong.CostBenefitAnalysis';

/** What assets earn and what they cost, as codes of the calls. */
export type RevenueCostCode =
  'discharging' | 'demandSaved' | 'pvSelfUse' | 'feedIn' | 'pile' | 'charging' | 'operation' | 'wear';

/** The same with their names; costs are below zero in every answer. */
export const REVENUE_COST_LABELS: Readonly<Record<RevenueCostCode, Text>> = {
  discharging: { zh: '放电收入', en: 'Discharging' },
  demandSaved: { zh: '需量节省', en: 'Demand saved' },
  pvSelfUse: { zh: '光伏自用', en: 'PV used' },
  feedIn: { zh: '光伏上网', en: 'PV fed in' },
  pile: { zh: '充电桩', en: 'Chargers' },
  charging: { zh: '充电成本', en: 'Charging' },
  operation: { zh: '运维费', en: 'Operation and maintenance' },
  wear: { zh: '电池损耗', en: 'Wear of the battery' },
};

/** A type of income or cost. */
export interface RevenueCostType {
  readonly code: RevenueCostCode;
  readonly name: string;
  readonly kind: 'income' | 'cost';
}

/** Kinds of assets that are settled. */
type AssetKind = 'storage' | 'pv' | 'pile';

/** A site that has assets. */
export interface AssetSite {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly timeZone: string;
  readonly stations: number;
  readonly plants: number;
  /** When its months are settled: 1 … 28 and 0 … 23. */
  readonly settlementDay: number;
  readonly settlementHour: number;
}

/** A station that an energy-management system runs. */
export interface Ems {
  readonly siteId: number;
  readonly siteName: string;
  readonly stationId: number;
  readonly stationName: string;
  /** The meter of the station: curves are asked for by it. */
  readonly ammeterId: number;
  readonly ammeterName: string;
  /** Null where no gateway was entered: nothing can be issued. */
  readonly gatewayId: number | null;
  readonly gatewayName: string | null;
  readonly deviceName: string | null;
  /** Last reading of the gateway, ms. */
  readonly lastSeenAt: number | null;
  /** kWh */
  readonly ratedEnergy: number;
  /** kW */
  readonly ratedPower: number;
}

/** Why an amount may be another, or is left out. */
export type DoubtReason =
  | 'missing'
  | 'doubtful'
  | 'unpriced'
  | 'noPeriod'
  | 'reverse'
  | 'neighbour'
  | 'contradiction'
  | 'sessions'
  | 'noCapacity'
  | 'demandGap'
  | 'sharedSupply';

/** Quarters of an hour of which something is not known for sure. */
interface SettlementDoubt {
  readonly reason: DoubtReason;
  readonly assetId: number;
  readonly assetName: string;
  /** Quarters of an hour; of `sessions` how many of these. */
  readonly quarters: number;
  /** Start of the first and end of the last of them, ms. */
  readonly from: number;
  readonly to: number;
}

/** A line of a settlement: kWh, yuan per kWh, yuan. */
export interface SettlementRow {
  readonly key: string;
  readonly type: RevenueCostCode;
  readonly asset: AssetKind;
  readonly assetId: number;
  readonly assetName: string;
  /** Tariff period 1 … 5; 0 where none holds or it does not matter. */
  readonly period: number;
  readonly quantity: number | null;
  readonly price: number | null;
  /** Costs below zero; null where no price is known: the total is without it. */
  readonly amount: number | null;
  /** The meter whose energy it is; its bucket opens the provenance. */
  readonly ammeterId: number | null;
  /** The settlement month of what belongs to one, `2026-11`, where several are settled together. */
  readonly month?: string;
}

/** The demand that a battery saved, with its proof: kW, yuan. */
export interface DemandSaving {
  readonly stationId: number;
  /** The meter of the supply. */
  readonly ammeterId: number;
  /** The settlement month. */
  readonly from: number;
  readonly to: number;
  readonly actual: number;
  readonly actualAt: number;
  readonly without: number;
  /** Begins of their windows, ms. */
  readonly withoutAt: number;
  /** Minutes by which the window slides; 15 = whole quarters of an hour. */
  readonly slip: number;
  /** Yuan per kW and month, as it is billed: nine tenths where the month uses its capacity well. */
  readonly price: number;
  readonly amount: number;
}

/** What one asset came to in an interval. */
export interface AssetSettlement {
  readonly asset: AssetKind;
  readonly assetId: number;
  readonly assetName: string;
  readonly ammeterId: number | null;
  readonly rows: readonly SettlementRow[];
  readonly income: number;
  /** Above zero. */
  readonly cost: number;
  readonly net: number;
  /** Discharged less charged, and whose it is; of batteries alone. */
  readonly gross: number | null;
  readonly customer: number | null;
  readonly owner: number | null;
  /** Percent of the gross profit that is the customer's. */
  readonly customerShare: number | null;
  /**
   * kWh charged, discharged, generated, used of it, fed in; null where it is not known or of another kind of asset. Used and fed in
   * are what is known of the generation: doubts tell the rest.
   */
  readonly charged: number | null;
  readonly discharged: number | null;
  readonly generated: number | null;
  readonly selfUsed: number | null;
  readonly fedIn: number | null;
  /** Percent, of the days that are over and known in full; null where there is none, or nothing was charged. */
  readonly efficiency: number | null;
  /** Of how many of the days so far the efficiency is; of batteries alone. */
  readonly efficiencyDays: { readonly known: number; readonly of: number } | null;
  readonly cycles: number | null;
  /** Percent of the time that is backed by readings. */
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
  /** Of each settlement month in the interval. */
  readonly demands: readonly DemandSaving[];
  readonly doubts: readonly SettlementDoubt[];
  /** Yuan; null where it was not entered. */
  readonly investment: number | null;
}

/** What the assets of a site came to in an interval. */
export interface SiteSettlement {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  /** It is not over. */
  readonly unfinished: boolean;
  readonly assets: readonly AssetSettlement[];
  readonly income: number;
  readonly cost: number;
  readonly net: number;
  readonly coverage: number | null;
}

/** A bar of the chart: what an interval came to, by type; yuan. */
export interface RevenueBar {
  /** Local date, or month of a chart by months; of a part of a month at its ends its first and last date. */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** In the order of the types; costs below zero; null where nothing of it is known. */
  readonly values: readonly (number | null)[];
  readonly income: number;
  readonly cost: number;
  readonly net: number;
  readonly coverage: number | null;
  /** It rests on incomplete data. */
  readonly doubtful: boolean;
}

/** Income and cost of a site by day or month; the bars are the whole time, the demand saved of a month is in its last day. */
export interface RevenueChart {
  readonly siteId: number;
  readonly step: 'day' | 'month';
  readonly types: readonly RevenueCostType[];
  readonly bars: readonly RevenueBar[];
  /** Of the whole time, each line rounded once over it: days rounded by themselves may differ by fen. */
  readonly total: SiteSettlement;
}

/** What a battery did without a pause in one tariff period, or what a month brought (specification 3, revenue/cost event). */
export interface RevenueEvent {
  readonly eventName: string;
  /** `2026-11-20 09:00:00` in the zone of the site. */
  readonly eventTime: string;
  readonly at: number;
  readonly end: number;
  readonly type: RevenueCostCode;
  readonly period: number;
  readonly assetId: number;
  readonly assetName: string;
  /** kWh */
  readonly quantity: number | null;
  /** Yuan; costs below zero; null where a price is missing. */
  readonly amountValue: number | null;
  /** What all events so far came to, yuan: charging, discharging, demand saved. Wear, fees, PV and chargers are none. */
  readonly netIncome: number;
}

/** Whose the gross profit of a battery is. */
export const SHARE_LABELS = {
  gross: { zh: '毛收益', en: 'Gross profit' },
  customer: { zh: '用户分成', en: 'Share of the customer' },
  owner: { zh: '投资方分成', en: 'Share of the owner' },
} as const satisfies Readonly<Record<string, Text>>;
export type ShareCode = keyof typeof SHARE_LABELS;

/** A settlement as it was kept, and why it would be another now. */
export interface IssuedSettlement {
  readonly issuedAt: number;
  readonly issuedBy: string | null;
  readonly net: number;
  /** What was kept, as it is shown and printed from then on. */
  readonly kept: SiteSettlement;
  /** It was kept before energies and figures were: of these nothing is told. */
  readonly amountsAlone: boolean;
  readonly differences: readonly {
    readonly key: string;
    readonly type: RevenueCostCode;
    readonly assetName: string;
    readonly period: number;
    readonly issued: number | null;
    readonly now: number | null;
    readonly difference: number;
  }[];
  /** Shares of batteries that are others now, yuan; null where the battery was not settled. */
  readonly shares: readonly {
    readonly key: string;
    readonly share: ShareCode;
    readonly assetName: string;
    readonly issued: number | null;
    readonly now: number | null;
    readonly difference: number;
  }[];
  /** What has changed since, whether an amount is another or not. */
  readonly causes: readonly Text[];
  /** Days whose energy has changed since, kWh of the meter of the asset. */
  readonly days: readonly {
    readonly assetName: string;
    readonly date: string;
    readonly at: number;
    readonly ammeterId: number;
    readonly issued: number | null;
    readonly now: number | null;
  }[];
}

/** The settlement of a site for a settlement month, as it is shown and printed. */
export interface SettlementStatement {
  readonly month: string;
  readonly settlement: SiteSettlement;
  readonly issued: IssuedSettlement | null;
  readonly consumerName: string;
  readonly preparedBy: string;
  readonly preparedAt: number;
}
