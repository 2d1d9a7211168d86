import { useState } from 'react';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { readSpan } from './address.ts';

/** The dates in view: those of the address, else the month so far. */
export function useSpan(): { readonly begin: string; readonly end: string; readonly today: string } {
  const [address] = useAddress(readSpan);
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  const end = address.end !== null && address.end <= today ? address.end : today;
  const first = `${end.slice(0, 7)}-01`;
  const begin = address.begin !== null && address.begin <= end ? address.begin : first;
  return { begin, end, today };
}
