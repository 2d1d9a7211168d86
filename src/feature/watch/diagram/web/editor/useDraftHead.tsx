import { useMemo } from 'react';
import { momentAt } from '#domain/time/text.ts';
import { usePageHead } from '#web/ui/pageHead.tsx';
import type { DiagramHead } from '../../contract.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import editorStyles from './Editor.module.css';
import type { Saving } from './useSaving.ts';

/** What the head says of the draft: its number, when it was saved, which version people see. */
export function useDraftHead({ timeZone }: DiagramHead, { base, savedAt, publishedNo }: Saving): void {
  const t = useDiagramTexts();
  const aside = useMemo(
    () => (
      <>
        <span className={editorStyles.badge}>{t('draft', { no: base })}</span>{' '}
        {savedAt !== null && t('savedAt', { at: momentAt(timeZone, savedAt).slice(11) })}{' '}
        {publishedNo !== null && t('onlineNo', { no: publishedNo })}
      </>
    ),
    [t, base, savedAt, publishedNo, timeZone],
  );
  usePageHead({ aside });
}
