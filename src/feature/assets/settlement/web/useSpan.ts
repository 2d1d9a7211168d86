import { useState } from 'react';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { readSpan, spanOf } from './address.ts';
import { useSites } from './useSites.ts';

/** Today at the site in view. */
function useToday(): string {
  const [now] = useState(() => Date.now());
  return dateAt(useSites().timeZone, now);
}

/** The dates in view: those of the address, else the month so far at the site. */
export function useSpan(): { readonly begin: string; readonly end: string; readonly today: string } {
  const [address] = useAddress(readSpan);
  const today = useToday();
  return { ...spanOf(address, today), today };
}
