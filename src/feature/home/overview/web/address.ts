import type { UsageLevel } from '#contract/usageLevel.ts';
import type { RawAddress } from '#web/address.ts';
import { isPeriod } from '#web/ui/period.ts';

/** The bucket whose provenance is open: its level, an instant in it, and the meter where it is one of several. */
export interface OpenBucket {
  readonly level: UsageLevel;
  readonly at: number;
  readonly meter: number | null;
}

/** What the overview shows; kept in the address. */
export interface OverviewAddress {
  readonly org: number | null;
  readonly meter: number | null;
  readonly type: string | null;
  /** Null = today, wherever the site is. */
  readonly date: string | null;
  readonly chart: 'hours' | 'power';
  /** The month by tariff period, by day beside other months, or the year; what has no periods shows its days. */
  readonly span: 'period' | 'month' | 'year';
  readonly open: OpenBucket | null;
}

const idOf = (raw: unknown): number | null => {
  const id = Number(raw);
  return raw !== '' && Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Any address as a valid view. */
export function readAddress(raw: RawAddress): OverviewAddress {
  const type = typeof raw['type'] === 'number' || typeof raw['type'] === 'string' ? String(raw['type']) : '';
  return {
    org: idOf(raw['org']),
    meter: idOf(raw['meter']),
    type: /^\d{1,2}$/.test(type) ? type : null,
    date: isPeriod('day', raw['date']) ? raw['date'] : null,
    chart: raw['chart'] === 'power' ? 'power' : 'hours',
    span: raw['span'] === 'year' || raw['span'] === 'month' ? raw['span'] : 'period',
    open: readOpen(raw['open']),
  };
}

const OPEN = /^([1-5])~(\d{1,14})(?:~(\d{1,9}))?$/;

/** `3~1531580400000~18` → level 3 at that instant of meter 18. */
export function readOpen(raw: unknown): OpenBucket | null {
  const match = typeof raw === 'string' ? OPEN.exec(raw) : null;
  if (!match) return null;
  return {
    level: Number(match[1]) as UsageLevel,
    at: Number(match[2]),
    meter: match[3] ? Number(match[3]) : null,
  };
}

/** The same as text. */
export const writeOpen = ({ level, at, meter }: OpenBucket): string =>
  [level, at, ...(meter === null ? [] : [meter])].join('~');
