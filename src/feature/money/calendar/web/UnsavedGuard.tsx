import { useBlocker } from '@tanstack/react-router';
import { confirm } from '#web/ui/Confirm.tsx';
import { useCalendarTexts } from './useCalendarTexts.ts';

const consumerOf = (search: unknown): unknown => (search as { consumer?: unknown } | undefined)?.consumer;

/** Asks before the page, or its enterprise, is left with something unsaved; the browser asks before it is closed. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const t = useCalendarTexts();
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async ({ current, next }) => {
      const stays =
        current.pathname === next.pathname && consumerOf(current.search) === consumerOf(next.search);
      return !stays && !(await confirm({ title: t('unsaved'), text: t('unsavedWhy'), danger: true }));
    },
  });
  return null;
}
