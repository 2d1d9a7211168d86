import { ENERGY } from './energyType.ts';
import type { Text } from './text.ts';

/** What a page is about: a meter, or a node of the trees of organisations and of monitored objects. */
export type PageKind = 'meter' | 'consumer' | 'site' | 'unit' | 'object';

/** A tab of the page about one meter or object. */
export interface PageTab {
  readonly name: Text;
  /** Whoever holds one of these functions has the tab. */
  readonly codes: readonly string[];
}

/** The tabs in their order; the functions are those of the screens that each of them shows. */
export const PAGE_TABS = {
  use: {
    name: { zh: '用能', en: 'Use' },
    codes: ['SDNMonitoring.Overview', 'SDNPowerAdmin.SDNPowerAnalysis', 'SDNPowerAdmin.SDNLoadAnalysis'],
  },
  cost: { name: { zh: '电费', en: 'Cost' }, codes: ['SDNPowerAdmin.SDNCoulometryChargeAnalysis'] },
  demand: { name: { zh: '需量', en: 'Demand' }, codes: ['SDNPowerAdmin.SDNDemandAnalysis'] },
  quality: { name: { zh: '电能质量', en: 'Quality' }, codes: ['SDNPowerAdmin.SDNElectricQualityAnalysis'] },
  meters: {
    name: { zh: '表计', en: 'Meters' },
    codes: ['archive.ammeter.view', 'SDNCommunication.SDNMeterCommunication'],
  },
  cameras: { name: { zh: '摄像机', en: 'Cameras' }, codes: ['SDNWatch.SDNCamera'] },
  control: { name: { zh: '控制', en: 'Control' }, codes: ['archive.iRemoteControl.view'] },
  life: { name: { zh: '履历', en: 'Life' }, codes: ['archive.ledger.view'] },
  communication: {
    name: { zh: '通信', en: 'Communication' },
    codes: ['SDNCommunication.SDNMeterCommunication', 'SDNCommunication.SDNCollectionRateStatistics'],
  },
  repair: { name: { zh: '修正', en: 'Repair' }, codes: ['SDNMonitoring.MeterRepair'] },
  archive: {
    name: { zh: '档案', en: 'Archive' },
    codes: ['archive.ammeter.view', 'yunshui.gaugeConfigure.view'],
  },
  people: {
    name: { zh: '人员', en: 'People' },
    codes: ['archive.ammeter.view', 'archive.monitorSiteContact.view'],
  },
} as const satisfies Readonly<Record<string, PageTab>>;

export type PageTabKey = keyof typeof PAGE_TABS;

const ALL = Object.keys(PAGE_TABS) as readonly PageTabKey[];

/** The function that shows the list of what pages of a kind are about. */
const VIEWED: Readonly<Record<PageKind, string>> = {
  meter: 'archive.ammeter.view',
  consumer: 'archive.consumer.view',
  site: 'archive.monitorSite.view',
  unit: 'sys.orgUnit.view',
  object: 'archive.monitorObject.view',
};

const OF_ELECTRICITY: readonly PageTabKey[] = ['cost', 'demand', 'quality'];
/** A meter has none below it, and its site has the cameras. */
const NOT_OF_METERS: readonly PageTabKey[] = ['meters', 'cameras'];
const OF_DEVICES: readonly PageTabKey[] = ['life', 'communication', 'repair'];

/** What decides which tabs a page has. */
export interface PageFacts {
  readonly kind: PageKind;
  /** Energy types that it has figures of; none = it measures nothing and no meter stands for it. */
  readonly dataTypes: readonly string[];
  /** A meter that is the sum of others: nothing is mounted anywhere. */
  readonly virtual: boolean;
}

/** The functions that open a tab of a kind of page. */
export const codesOf = (tab: PageTabKey, kind: PageKind): readonly string[] =>
  kind !== 'meter' && (tab === 'archive' || tab === 'people')
    ? [VIEWED[kind], ...(tab === 'people' ? ['archive.monitorSiteContact.view'] : [])]
    : PAGE_TABS[tab].codes;

/** Why a page lacks a tab: it cannot have it, or the account may not see it. */
export type TabRefusal = 'virtual' | 'notElectric' | 'kind' | 'account';

/** Why a page has no such tab for an account; null = it has it. */
export function refusalOf(
  tab: PageTabKey,
  { kind, dataTypes, virtual }: PageFacts,
  holds: (funCode: string) => boolean,
): TabRefusal | null {
  const ofMeter = kind === 'meter';
  if (OF_DEVICES.includes(tab) && !ofMeter) return 'kind';
  if (NOT_OF_METERS.includes(tab) && ofMeter) return 'kind';
  if (tab === 'control' && kind !== 'site' && kind !== 'object') return 'kind';
  if (tab === 'use' && ofMeter && dataTypes.length === 0) return 'kind';
  if (OF_DEVICES.includes(tab) && virtual) return 'virtual';
  if (OF_ELECTRICITY.includes(tab) && !dataTypes.includes(ENERGY.electricity)) return 'notElectric';
  return codesOf(tab, kind).some(holds) ? null : 'account';
}

/** The tabs of a page for an account, in their order. */
export const tabsOf = (facts: PageFacts, holds: (funCode: string) => boolean): PageTabKey[] =>
  ALL.filter((tab) => refusalOf(tab, facts, holds) === null);

const FIGURES: readonly PageTabKey[] = ['use', 'cost', 'demand', 'quality'];

/**
 * Whether an account may open pages of a kind at all: a meter's with any of its tabs, others with their list or their
 * figures. Monitored objects have no figures of their own.
 */
export function mayOpenPage(kind: PageKind, holds: (funCode: string) => boolean): boolean {
  if (kind === 'meter') return ALL.some((tab) => tab !== 'control' && PAGE_TABS[tab].codes.some(holds));
  if (holds(VIEWED[kind])) return true;
  return kind !== 'object' && FIGURES.some((tab) => PAGE_TABS[tab].codes.some(holds));
}

/** A tab by its name in an address. */
export const tabNamed = (name: unknown): PageTabKey | null => ALL.find((tab) => tab === name) ?? null;

/** Addresses of the pages; an object's id is that of its organisation, unique over sites, units and objects. */
export const METER_PAGE = '/Meter';
export const OBJECT_PAGE = '/Object';

/** Resources whose rows have a page of their own; `org` is a reference to an enterprise, site or unit. */
const PAGE_OF: Readonly<Record<string, PageKind>> = {
  ammeter: 'meter',
  monitorSite: 'site',
  orgUnit: 'unit',
  monitorObject: 'object',
  org: 'unit',
};

/** The kind of page that rows of a resource have; null = none. */
export const pageKindOf = (resource: string | undefined): PageKind | null => PAGE_OF[resource ?? ''] ?? null;
