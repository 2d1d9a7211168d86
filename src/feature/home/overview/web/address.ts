import type { RawAddress } from '#web/address.ts';
import { isPeriod } from '#web/ui/period.ts';

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
  };
}
