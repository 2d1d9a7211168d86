import { type GuardedAddress, UnsavedGuard as Guard } from '#web/ui/UnsavedGuard.tsx';
import { useCalendarTexts } from './useCalendarTexts.ts';

const consumerOf = ({ search }: GuardedAddress): unknown =>
  (search as { consumer?: unknown } | undefined)?.consumer;

/** Asks before the page, or its enterprise, is left with something unsaved. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const t = useCalendarTexts();
  return (
    <Guard
      unsaved={unsaved}
      question={{ title: t('unsaved'), text: t('unsavedWhy') }}
      stays={(next, current) =>
        current.pathname === next.pathname && consumerOf(current) === consumerOf(next)
      }
    />
  );
}
