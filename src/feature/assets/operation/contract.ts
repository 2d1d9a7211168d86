import type { FlagName } from '#contract/usageFlag.ts';
import type { AssetSettlement, SiteSettlement } from '#feature/assets/settlement/contract.ts';

/** Power now, kW; null where it was never told or is not of the present. */
export interface LivePower {
  readonly value: number | null;
  /** When it was told, ms; null = never. */
  readonly at: number | null;
}

/** A battery now. `power` + discharges, as all curves. */
export interface StationNow {
  readonly stationId: number;
  readonly name: string;
  readonly ammeterId: number;
  readonly power: LivePower;
  readonly doing: 'charging' | 'discharging' | 'standing' | null;
  /** Percent. */
  readonly soc: number | null;
  readonly soh: number | null;
  readonly ratedEnergy: number;
  readonly ratedPower: number;
  readonly socMin: number;
  readonly socMax: number;
}

/** A PV plant now. */
export interface PlantNow {
  readonly plantId: number;
  readonly name: string;
  readonly ammeterId: number;
  readonly power: LivePower;
  /** kWp */
  readonly ratedPower: number;
  /** W/m², ℃ */
  readonly irradiance: number | null;
  readonly temperature: number | null;
}

/** Chargers of a site now. */
interface PilesNow {
  readonly piles: number;
  readonly power: LivePower;
}

/** Who feeds whom, kW; null where a meter is silent or they contradict each other. */
export type LiveFlow = Readonly<
  Record<'pv' | 'battery' | 'grid', Readonly<Record<'load' | 'battery' | 'grid', number>>>
>;

/** The day of a site, quarter of an hour by quarter of an hour; kW, percent; null where nothing is known. */
export interface DayCurve {
  readonly ts: readonly number[];
  /** Tariff period 1 … 5; 0 where none holds. */
  readonly period: readonly number[];
  readonly pv: readonly (number | null)[];
  /** + buys */
  readonly grid: readonly (number | null)[];
  /** + discharges */
  readonly battery: readonly (number | null)[];
  readonly load: readonly (number | null)[];
  /** Percent, of the batteries together by their rated energy. */
  readonly soc: readonly (number | null)[];
}

/** Energies of a time, kWh; null where nothing is known. */
export interface FlowEnergies {
  readonly pv: number | null;
  readonly selfUsed: number | null;
  readonly fedIn: number | null;
  readonly charged: number | null;
  readonly discharged: number | null;
  readonly bought: number | null;
  readonly load: number | null;
}

/** Carbon dioxide that the grid would have emitted for what PV generated, kg, with the factor of electricity that was taken. */
export interface AvoidedCarbon {
  readonly amount: number | null;
  /** kgCO2 for each kWh. */
  readonly factor: number;
  readonly source: string | null;
  /** Name of the organisation that set it, or code of the area. */
  readonly of: string;
}

type Amount = 'income' | 'cost' | 'net';
type Withheld<T> = Omit<T, Amount> & { readonly [K in Amount]: number | null };

/** The settlement of a day; to whoever may not see costs and benefits without any amount, price or share. */
export type DaySettlement = Withheld<Omit<SiteSettlement, 'assets'>> & {
  readonly assets: readonly Withheld<AssetSettlement>[];
};

/** The first page of the assets of a site. */
export interface AssetOverview {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly timeZone: string;
  readonly asOf: number;
  /** The local date of the curve. */
  readonly date: string;
  readonly stations: readonly StationNow[];
  readonly plants: readonly PlantNow[];
  readonly piles: PilesNow | null;
  readonly grid: LivePower & { readonly ammeterId: number | null; readonly transformer: number | null };
  readonly load: number | null;
  readonly flow: LiveFlow | null;
  /** Yuan per kWh now, with its tariff period; null where none holds, or to whoever may not see costs and benefits. */
  readonly price: number | null;
  readonly period: number;
  readonly curve: DayCurve;
  readonly energies: FlowEnergies;
  /** Null without PV, or where no factor is known. */
  readonly carbon: AvoidedCarbon | null;
  /** The highest demand of the supply this day, kW, and the start of its quarter. */
  readonly peak: { readonly demand: number; readonly at: number } | null;
  readonly today: DaySettlement;
  readonly alarms: {
    readonly open: number;
    readonly unconfirmed: number;
    readonly rows: readonly {
      readonly id: number;
      readonly name: string;
      readonly level: string;
      readonly meter: string | null;
      readonly raisedAt: number;
      readonly confirmed: boolean;
    }[];
  };
}

/** Kinds of operation analysis. */
export const OPERATION_KINDS = ['pcs', 'battery', 'pv', 'charge'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

interface Device {
  readonly id: number;
  readonly name: string;
  readonly ammeterId: number;
}

interface Bucket {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

/** A converter in a time: kWh on its AC and DC sides, kW, percent. */
export interface PcsBucket extends Bucket {
  readonly charged: number | null;
  readonly discharged: number | null;
  readonly dcCharged: number | null;
  readonly dcDischarged: number | null;
  readonly chargeEfficiency: number | null;
  readonly dischargeEfficiency: number | null;
  /** The highest mean power of a quarter of an hour. */
  readonly peak: number | null;
  /** What passed as a share of what its rating could have passed. */
  readonly loadRate: number | null;
  readonly coverage: number | null;
}

export interface PcsDevice extends Device {
  readonly ratedPower: number | null;
  readonly batteries: number;
  readonly buckets: readonly PcsBucket[];
  readonly total: PcsBucket;
}

/** A battery cluster in a time: kWh, percent, V, ℃. */
export interface BatteryBucket extends Bucket {
  readonly charged: number | null;
  readonly discharged: number | null;
  readonly efficiency: number | null;
  readonly cycles: number | null;
  readonly socMin: number | null;
  readonly socMax: number | null;
  readonly soh: number | null;
  /** The widest difference of highest and lowest cell at one instant. */
  readonly spread: number | null;
  readonly cellMax: number | null;
  readonly cellMin: number | null;
  readonly temperatureMax: number | null;
  readonly temperatureSpread: number | null;
}

/** An alarm rule on the cells of a cluster, or one that compares devices. */
export interface CellRule {
  readonly id: number;
  readonly name: string;
  /** It judges; false = switched off. */
  readonly enabled: boolean;
}

export interface BatteryDevice extends Device {
  readonly stationId: number;
  readonly rules: readonly CellRule[];
  /** Rules that compare it with the other clusters of its station. */
  readonly peerRules: readonly CellRule[];
  /** Clusters of its station that can be compared, itself among them. */
  readonly clusters: number;
  readonly ratedEnergy: number | null;
  readonly ratedCycles: number | null;
  readonly spreadLimit: number | null;
  readonly temperatureLimit: number | null;
  readonly buckets: readonly BatteryBucket[];
  readonly total: BatteryBucket;
}

/** A PV plant in a time: kWh, kWh/kWp, kWh/m², percent. */
export interface PvBucket extends Bucket {
  readonly generated: number | null;
  readonly specificYield: number | null;
  readonly irradiation: number | null;
  /** Percent of the time of which the irradiance is known. */
  readonly irradiationCoverage: number | null;
  readonly performanceRatio: number | null;
  readonly coverage: number | null;
  readonly flags: readonly FlagName[];
}

/**
 * Why an inverter is not compared: fewer than three are known on any day, no day of its own is known by 95 %, no day is over,
 * or there was no sun.
 */
export type InverterDoubt = 'few' | 'coverage' | 'running' | 'dark';

/** An inverter beside the others: kWh for each kWp, and how far off the median of them. */
export interface InverterYield extends Device {
  readonly ratedPower: number;
  readonly generated: number | null;
  readonly specificYield: number | null;
  /**
   * Percent of the median of the inverters, both over the days that are over, that it knows by 95 % and of which at least
   * three are known; null of none.
   */
  readonly deviation: number | null;
  /** So many of the days that are over were compared. */
  readonly comparedDays: number;
  readonly days: number;
  readonly why: InverterDoubt | null;
  readonly coverage: number | null;
}

/** What a trend says, with its evidence; null where there is too little of it. */
export interface PvTrend {
  /** Percent points of the performance ratio a day, or percent a year. */
  readonly slope: number;
  /** Of degradation half of the changes lie between these; of soiling its slope, with 95 %. */
  readonly low: number;
  readonly high: number;
  readonly points: number;
  /** Both ends have one sign: it is more than noise. */
  readonly clear: boolean;
}

/** How modules become dirty between rains or cleanings, with the evidence. */
export interface PvSoiling extends PvTrend {
  /** Rises that stayed, as after rain or cleaning: the first day after it, ms, and points of the ratio. */
  readonly rises: readonly { readonly at: number; readonly gain: number }[];
  /** Points of the ratio since the last rise, or since the first day; null = it does not fall. */
  readonly lost: number | null;
  /** The ratios are those of modules of 25 ℃; false = the temperature of the modules is not known. */
  readonly at25: boolean;
}

export interface PvDevice extends Device {
  readonly ratedPower: number;
  /** kWh of the whole time; null where nothing is known, or to whoever may not see the overview of the site. */
  readonly selfUsed: number | null;
  readonly fedIn: number | null;
  /** Yuan of the whole time; null to whoever may not see costs and benefits. */
  readonly income: number | null;
  readonly buckets: readonly PvBucket[];
  readonly total: PvBucket;
  readonly inverters: readonly InverterYield[];
  /** Rules that compare its inverters. */
  readonly peerRules: readonly CellRule[];
  /** Of the daily performance ratio. */
  readonly soiling: PvSoiling | null;
  /** Year on year of months; null with fewer than 24 months on record. */
  readonly degradation: PvTrend | null;
  readonly monthsOnRecord: number;
}

/** A charge or discharge of a battery. */
export interface BatteryCycle {
  readonly stationId: number;
  readonly stationName: string;
  readonly type: 'charging' | 'discharging';
  readonly period: number;
  readonly from: number;
  readonly to: number;
  readonly energy: number;
  /** Yuan; null where a price is missing, or to whoever may not see costs and benefits. */
  readonly amount: number | null;
}

/** An operation analysis: the devices of the kind that was asked for; the other lists are empty. */
export interface OperationData {
  readonly kind: OperationKind;
  readonly siteId: number;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  readonly interval: 'hour' | 'day' | 'month';
  readonly pcs: readonly PcsDevice[];
  readonly battery: readonly BatteryDevice[];
  readonly pv: readonly PvDevice[];
  readonly charge: readonly BatteryCycle[];
}
