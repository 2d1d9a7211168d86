import type { Amount } from '#contract/amount.ts';
import type { Text } from '#contract/text.ts';
import type { ContactState } from '#feature/meters/communication/contract.ts';

/** So many values are told at once, and so many series are drawn together. */
export const MOST_VALUES = 2000;
export const MOST_SERIES = 12;

/** A value that the symbol of an object shows, and where it comes from (specification 2 section 7, getRealDataParams). */
export interface RealParam {
  readonly objCode: string;
  readonly objectId: number;
  readonly objName: string;
  /** The symbol that has the parameter; null = the object's own value or signal, which no symbol of its type names. */
  readonly entityUrl: string | null;
  readonly paramName: string;
  /** text, light, switch, bar or chart. */
  readonly controlType: string;
  /** 1 measurement, 2 signal, 3 video, 4 adjustment, 5 control. */
  readonly monitorType: string;
  /** Null = nothing is bound to the parameter, or it is a signal. */
  readonly monitorItemId: number | null;
  readonly signalPointId: number | null;
  readonly ammeterId: number | null;
  readonly dataCode: string | null;
  readonly unit: string;
}

/**
 * How far a value can be trusted: heard within three of its meter's intervals; older; two states of one instant, or taken out
 * by a person; the device does not know; never told.
 */
const QUALITIES = ['good', 'old', 'doubtful', 'unknown', 'none'] as const;
export type Quality = (typeof QUALITIES)[number];

/** A value as it stands now. What cannot be seen, does not exist or was never told is null, never 0. */
export interface RealData {
  /** As they were asked with. */
  readonly objCode: string | null;
  readonly paramName: string | null;
  readonly monitorItemId: number | null;
  readonly signalPointId: number | null;
  readonly ammeterId: number | null;
  readonly dataCode: string | null;
  readonly unit: string;
  readonly value: number | null;
  /** When it was so, ms. */
  readonly ts: number | null;
  readonly quality: Quality;
  /** The gravest active alarm of it: 1 urgent … 4 notice. */
  readonly alarmLevel: string | null;
  /** The word of a signal's state. */
  readonly word: Text | null;
}

/** The phases of a meter as they stand now (queryUaIa). */
export interface PhaseValues {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly ammeterCode: string;
  /** By data code: UA, UB, UC in V, IA, IB, IC in A, PZ in kW, FZ; what was not told is null. */
  readonly values: Readonly<Record<string, number | null>>;
  /** The newest of them, ms. */
  readonly ts: number | null;
  readonly quality: Quality;
}

/** The limits of a value, those that are nearest to it; null = none. */
export interface ValueLimits {
  readonly upperAlarm: number | null;
  readonly upperWarning: number | null;
  readonly lowerWarning: number | null;
  readonly lowerAlarm: number | null;
}

/** An alarm of a value, drawn as a band. */
export interface AlarmBand {
  readonly recordId: number;
  readonly name: string;
  readonly level: string;
  /** ms; null = it stands. */
  readonly from: number;
  readonly to: number | null;
}

/** A value over time. */
export interface SeriesWire {
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly dataCode: string;
  readonly label: Text;
  readonly unit: string;
  readonly timeZone: string;
  /** `register`: energy of each interval (as received: the register); `gauge`: a value at an instant or of an interval. */
  readonly kind: 'register' | 'gauge' | 'interval';
  /** Starts of the intervals, or instants, ms; a value that is not known is null. */
  readonly points: readonly (readonly [number, number | null])[];
  /** Readings there were, where they were thinned to the lowest and highest of each part; else null. */
  readonly thinnedFrom: number | null;
  readonly limits: ValueLimits;
  readonly alarms: readonly AlarmBand[];
}

/** A data item that an object, a device or a meter tells. */
export interface ItemWire {
  readonly monitorItemId: number | null;
  readonly itemName: string;
  readonly monitorType: string;
  readonly ammeterId: number;
  readonly ammeterName: string;
  readonly dataCode: string;
  readonly dataItemName: string;
  readonly unit: string;
}

/** Energy of a type, today and this month. */
export interface SiteEnergy {
  readonly dataType: string;
  readonly unit: string;
  readonly today: Amount;
  readonly month: Amount;
}

/** A transformer as it is loaded now. */
export interface TransformerLoad {
  readonly objectId: number;
  readonly objectName: string;
  /** kVA by the record of the object, else of its equipment; null = nobody entered it. */
  readonly capacity: number | null;
  /** kW, and kVA; null while a meter of it is silent. */
  readonly power: number | null;
  readonly apparent: number | null;
  /** apparent ÷ capacity; null where either is not known. */
  readonly load: number | null;
  readonly meters: number;
}

/** Open alarms of a level. */
export interface LevelOpen {
  readonly level: string;
  readonly open: number;
  readonly unconfirmed: number;
}

/** How a site stands: alarm = an urgent or important one is active; offline = some meter is silent; noData = none speaks. */
const SITE_STATES = ['normal', 'alarm', 'offline', 'noData'] as const;
export type SiteState = (typeof SITE_STATES)[number];

/** A site in a list of sites. */
export interface SiteCard {
  readonly siteId: number;
  readonly siteName: string;
  readonly consumerId: number;
  readonly address: string | null;
  readonly timeZone: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly state: SiteState;
  /** kW of the electricity meters that stand for it; null while one of them is silent. */
  readonly power: number | null;
  readonly open: number;
  readonly meters: Readonly<Record<ContactState, number>>;
}

/** A diagram of a site. */
export interface SiteDiagram {
  readonly monitorDiagramId: number;
  readonly diagramName: string;
  /** Drawn flat, or in space. */
  readonly flat: boolean;
  /** There is a picture for everybody to see. */
  readonly published: boolean;
}

/** All of one site on one page. */
export interface SiteNow extends SiteCard {
  readonly now: number;
  /** How many meters the power is the sum of, and how many of them told theirs in the last minutes. */
  readonly powerOf: number;
  readonly powerKnown: number;
  readonly energies: readonly SiteEnergy[];
  readonly levels: readonly LevelOpen[];
  readonly transformers: readonly TransformerLoad[];
  readonly contacts: readonly {
    readonly contactName: string;
    readonly job: string | null;
    readonly phone: string | null;
    readonly onDuty: boolean;
  }[];
  readonly diagrams: readonly SiteDiagram[];
  readonly cameras: readonly {
    readonly cameraId: number;
    readonly cameraName: string;
    readonly place: string | null;
  }[];
  readonly openOrders: number;
}

/** An enterprise in figures. */
export interface ConsumerNow {
  readonly consumerId: number;
  readonly consumerName: string;
  readonly siteCount: number;
  readonly ammeterCount: number;
  readonly deviceCount: number;
  readonly objectCount: number;
  readonly online: number;
  readonly silent: number;
  readonly openAlarms: number;
  readonly openOrders: number;
  readonly energies: readonly SiteEnergy[];
}

/** Enterprises of an area, with where their sites stand. */
export interface AreaShare {
  /** Province; null = no area is entered. */
  readonly areaCode: string | null;
  readonly areaName: string | null;
  readonly count: number;
  readonly siteCount: number;
  readonly consumers: readonly { readonly orgId: number; readonly orgName: string }[];
}

/** What the curves of a meter are asked for by (specification 3 section 3, ammeter chart keys), with their data codes. */
export const AMMETER_CHARTS = {
  PP: ['PP'],
  PZ: ['PZ'],
  QZ: ['QZ'],
  E: ['IA', 'IB', 'IC'],
  V: ['UA', 'UB', 'UC'],
  FZ: ['FZ'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type AmmeterChartKey = keyof typeof AMMETER_CHARTS;

/** What a node of the tree of monitored objects, or of organisations, is. */
export interface NodeInfo {
  readonly orgId: number;
  readonly kind: 'consumer' | 'site' | 'unit' | 'object';
  readonly name: string;
  readonly code: string;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly siteName: string | null;
  readonly timeZone: string;
  /** From the top down, without itself. */
  readonly path: readonly { readonly orgId: number; readonly name: string }[];
}

/** A file of an object or of its device. */
export interface ThingFile {
  readonly id: number;
  readonly of: 'device' | 'object';
  readonly fileName: string;
  readonly fileType: string;
}

/** Something that happened to a device; `at` in ms. */
export interface ThingTrace {
  readonly id: number;
  readonly title: string;
  readonly traceType: string;
  readonly at: number;
  readonly person: string | null;
  readonly description: string | null;
}

/** A device behind an object. */
export interface ThingDevice {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly deviceCode: string;
  readonly currentState: string;
  readonly manufacturer: string | null;
  /** kW */
  readonly ratedPower: number | null;
  readonly location: string | null;
  readonly usingDate: string | null;
}

/** All of one monitored object, device or meter: what it is, its values now, its alarms, files and life. */
export interface ObjectDetails {
  /** Of a meter the object that names it with the fewest others. Null = no object stands for it. */
  readonly orgId: number | null;
  /** The meter that was asked about; null = an object or a device. */
  readonly ammeterId: number | null;
  readonly name: string;
  readonly code: string;
  readonly typeName: string | null;
  readonly consumerId: number;
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
  readonly path: NodeInfo['path'];
  readonly device: ThingDevice | null;
  readonly facts: readonly { readonly name: string; readonly value: string; readonly unit: string | null }[];
  readonly meters: readonly {
    readonly ammeterId: number;
    readonly ammeterName: string;
    readonly dataType: string | null;
  }[];
  readonly values: readonly RealParam[];
  readonly datas: readonly RealData[];
  readonly openAlarms: number;
  readonly openOrders: number;
  readonly files: readonly ThingFile[];
  readonly traces: readonly ThingTrace[];
  readonly now: number;
}

/** A meter that is part of a virtual one. */
export interface PowerPart {
  readonly meterId: number;
  /** How often it is counted; below 0 = taken off. */
  readonly times: number;
  /** Its power and when it told it, ms; null where it did not in the last minutes. */
  readonly value: number | null;
  readonly at: number | null;
}

/** A meter of the flow of an energy, below the one that it is part of. */
export interface FlowNode {
  /** Unique in the answer. */
  readonly name: string;
  /** The name of the node over it; null = the subject itself. */
  readonly parent: string | null;
  readonly shownName: string;
  /** Null = the subject. */
  readonly ammeterId: number | null;
  readonly sign: 1 | -1;
  readonly level: number;
  /** Whether it counts now: one that was removed, or has not begun, is no part of what is over it. */
  readonly counts: boolean;
  /** Energy of today. */
  readonly today: Amount;
  /** What it had of that while all below it are known, and what they leave open of it; null where too little is known. */
  readonly compared: number | null;
  readonly rest: number | null;
  /** The meters of which a virtual one is made; null of one that measures by itself. */
  readonly parts: readonly PowerPart[] | null;
  /** kW, or the unit per hour of other energies; null where it was not told in the last minutes. */
  readonly power: number | null;
  /** When it was told, ms. */
  readonly powerAt: number | null;
}

/** Where an energy goes now. */
export interface EnergyNow {
  readonly orgId: number;
  readonly name: string;
  readonly dataType: string;
  /** Energies of which it has meters. */
  readonly dataTypes: readonly string[];
  readonly unit: string;
  readonly powerUnit: string;
  /** The code that tells the power: PZ, else FL. */
  readonly powerCode: string;
  readonly now: number;
  /** The top first; each behind the one over it. */
  readonly nodes: readonly FlowNode[];
}

/** An amount of an interval of the electricity of a node, beside the interval before. */
export interface ElecFigure extends Amount {
  readonly key: 'today' | 'yesterday' | 'month' | 'lastMonth' | 'year' | 'lastYear';
  readonly from: number;
  readonly to: number;
}

/** The electricity of a node by hour, day or month. */
export interface ElecTrend {
  readonly unit: string;
  readonly timeZone: string;
  readonly points: readonly (readonly [number, number | null])[];
}

/** What a node takes now. */
export interface ElecNow {
  readonly power: number | null;
  readonly powerOf: number;
  readonly powerKnown: number;
  readonly transformers: readonly TransformerLoad[];
  readonly openAlarms: number;
}
