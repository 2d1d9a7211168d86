import { INTERVAL_CODES, type Interval } from '#contract/interval.ts';
import { addDays } from '#domain/time/date.ts';
import { clampRange, firstRange } from '#domain/time/range.ts';
import type { RawAddress } from '#web/address.ts';
import { day, type ListAddress, readList, whole } from '#web/resource/listAddress.ts';
import { MOST_SERIES } from '../contract.ts';

/** What the page of sites keeps in the address. */
export interface SiteAddress {
  readonly site: number | null;
  /** How all sites are shown. */
  readonly as: 'cards' | 'map';
  /** The object or device that is open. */
  readonly object: number | null;
}
export const readSite = (raw: RawAddress): SiteAddress => ({
  site: whole(raw['site']),
  as: raw['as'] === 'map' ? 'map' : 'cards',
  object: whole(raw['object']),
});

/** What the lists of objects and devices keep. */
export interface ThingAddress extends ListAddress {
  readonly object: number | null;
  readonly device: number | null;
}
export const readThings = (raw: RawAddress): ThingAddress => ({
  ...readList(raw),
  object: whole(raw['object']),
  device: whole(raw['device']),
});

/** What the page of live energy keeps. */
export interface EnergyAddress {
  readonly org: number | null;
  readonly type: string | null;
  readonly by: 'power' | 'today';
}
export const readEnergy = (raw: RawAddress): EnergyAddress => ({
  org: whole(raw['org']),
  type: /^\d{1,2}$/.test(String(raw['type'])) ? String(raw['type']) : null,
  by: raw['by'] === 'today' ? 'today' : 'power',
});

/** Live, readings as received, or an interval. */
export type Step = 'live' | 'raw' | Interval;
export const STEPS: readonly Step[] = ['live', 'raw', ...INTERVAL_CODES];
export const FOLDS = ['mean', 'max', 'min'] as const;

/** What the page of curves keeps. */
export interface ChartAddress {
  /** `12.PZ`: meter and data code; null = nobody chose yet. */
  readonly items: readonly string[] | null;
  readonly step: Step;
  readonly fold: (typeof FOLDS)[number];
  readonly begin: string | null;
  readonly end: string | null;
  readonly tree: 'object' | 'meter';
}

/** What the address says where everything was put away. */
const NONE = 'none';
export const itemsText = (items: readonly string[]): string => items.join(',') || NONE;

const itemsOf = (text: string): string[] =>
  [...new Set(text.split(',').filter((one) => /^\d{1,10}\.[A-Z0-9]{1,8}$/.test(one)))].slice(0, MOST_SERIES);

export const readChart = (raw: RawAddress): ChartAddress => ({
  items: raw['items'] === undefined ? null : itemsOf(String(raw['items'])),
  step: STEPS.find((one) => one === String(raw['step'])) ?? 'live',
  fold: FOLDS.find((one) => one === raw['fold']) ?? 'mean',
  begin: day(raw['begin']),
  end: day(raw['end']),
  tree: raw['tree'] === 'meter' ? 'meter' : 'object',
});

/** The longest range of readings as received, days. */
const RAW_DAYS = 3;

/** The dates that are shown, and where they were cut. */
export function datesOf(
  { step, begin, end }: Pick<ChartAddress, 'step' | 'begin' | 'end'>,
  today: string,
): { readonly begin: string; readonly end: string; readonly cut: string | null } {
  if (step === 'live') return { begin: today, end: today, cut: null };
  if (step !== 'raw') {
    const first = firstRange(step, end ?? today);
    return clampRange(step, { begin: begin ?? first.begin, end: end ?? first.end }, today);
  }
  const from = begin === null || begin > today ? (end ?? today) : begin;
  const last = addDays(from, RAW_DAYS - 1);
  const wanted = end === null || end > today ? today : end < from ? from : end;
  return wanted > last ? { begin: from, end: last, cut: last } : { begin: from, end: wanted, cut: null };
}
