import { useState } from 'react';
import { INTERVAL } from '#contract/interval.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { CLOSED } from '#web/provenance/useOpened.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
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

/** The choice of the dates in view. */
export function RangeFilter() {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const [, change] = useAddress(readSpan);
  const { begin, end, today } = useSpan();
  return (
    <FilterField label={t('time')}>
      <RangeField
        interval={INTERVAL.day}
        begin={begin}
        end={end}
        today={today}
        onChange={(range) => change({ ...range, ...CLOSED }, { push: true })}
      />
    </FilterField>
  );
}
