import { readSpan } from '#feature/assets/settlement/web/public.ts';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useServerClock } from '#web/live/useServerClock.ts';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';

/** The day in view, `2026-11-20`; null = today, which moves on by itself. */
export function useDay(): string | null {
  const [{ date }] = useAddress(readSpan);
  return date;
}

/** The choice of the day in view, on the calendar of the site. */
export function DayFilter({ timeZone }: { readonly timeZone: string }) {
  const [{ date }, change] = useAddress(readSpan);
  const today = dateAt(timeZone, useServerClock(undefined, MINUTE_MS));
  return (
    <PeriodPicker
      kind="day"
      value={date ?? today}
      max={today}
      onChange={(value) => change({ date: value === today ? undefined : value }, { push: true })}
    />
  );
}
