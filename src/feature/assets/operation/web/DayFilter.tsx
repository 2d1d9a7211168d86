import { useState } from 'react';
import { readSpan } from '#feature/assets/settlement/web/public.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';

/** The day in view, `2026-11-20`; null = today, which moves on by itself. */
export function useDay(): string | null {
  const [{ date }] = useAddress(readSpan);
  return date;
}

/** The choice of the day in view. */
export function DayFilter() {
  const [{ date }, change] = useAddress(readSpan);
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  return (
    <PeriodPicker
      kind="day"
      value={date ?? today}
      max={today}
      onChange={(value) => change({ date: value === today ? undefined : value }, { push: true })}
    />
  );
}
