import { useEffect } from 'react';
import { holdInput } from '#web/api/heldInput.ts';
import { confirm } from '#web/ui/Confirm.tsx';
import { useResourceTexts } from './useResourceTexts.ts';

/**
 * How a person closes what holds their input: where something in it is not saved, they are asked first, at Esc, a press
 * beside the dialog, its cross and its button alike. An ended session does not take it away.
 */
export function useDiscard(unsaved: boolean, onClose: () => void): () => void {
  const t = useResourceTexts();
  useEffect(() => (unsaved ? holdInput() : undefined), [unsaved]);
  const close = async (): Promise<void> => {
    const question = { title: t('discard'), text: t('discardEffect'), okText: t('discard'), danger: true };
    if (!unsaved || (await confirm(question))) onClose();
  };
  return () => void close();
}
