import { UnsavedGuard as Guard } from '#web/ui/UnsavedGuard.tsx';
import { useDiagramTexts } from '../useDiagramTexts.ts';

/** Asks before a picture with unsaved steps is left. */
export function UnsavedGuard({ unsaved }: { readonly unsaved: boolean }) {
  const t = useDiagramTexts();
  return <Guard unsaved={unsaved} question={{ title: t('unsaved'), text: t('unsavedWhy') }} />;
}
