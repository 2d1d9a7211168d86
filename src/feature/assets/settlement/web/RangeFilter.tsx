import { INTERVAL } from '#contract/interval.ts';
import { useAddress } from '#web/address.ts';
import { CLOSED } from '#web/provenance/useOpened.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { readSpan } from './address.ts';
import { useSpan } from './useSpan.ts';

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
