import { useBlocker } from '@tanstack/react-router';
import { confirm } from '#web/ui/Confirm.tsx';
import { useDiagramTexts } from '../useDiagramTexts.ts';

/** Asks before a picture with unsaved steps is left; the browser asks before it is closed. */
export function UnsavedGuard({ unsaved }: { readonly unsaved: boolean }) {
  const t = useDiagramTexts();
  useBlocker({
    disabled: !unsaved,
    enableBeforeUnload: unsaved,
    shouldBlockFn: async () => !(await confirm({ title: t('unsaved'), text: t('unsavedWhy'), danger: true })),
  });
  return null;
}
