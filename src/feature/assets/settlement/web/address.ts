import type { RawAddress } from '#web/address.ts';
import { day, whole } from '#web/resource/listAddress.ts';

/** What pages about the assets of a site keep in the address. */
export interface SpanAddress {
  readonly site: number | null;
  readonly begin: string | null;
  readonly end: string | null;
  readonly month: string | null;
  readonly date: string | null;
}

export const readSpan = (raw: RawAddress): SpanAddress => ({
  site: whole(raw['site']),
  begin: day(raw['begin']),
  end: day(raw['end']),
  date: day(raw['date']),
  month: /^\d{4}-(0[1-9]|1[0-2])$/.test(String(raw['month'])) ? String(raw['month']) : null,
});

/** The dates that an address means: up to today, from the begin of the month of the last where none is named. */
export function spanOf(
  { begin, end }: Pick<SpanAddress, 'begin' | 'end'>,
  today: string,
): { readonly begin: string; readonly end: string } {
  const last = end !== null && end <= today ? end : today;
  return { begin: begin !== null && begin <= last ? begin : `${last.slice(0, 7)}-01`, end: last };
}
