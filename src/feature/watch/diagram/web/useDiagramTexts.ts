import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the screens of pictures. */
export const useDiagramTexts = (): Say<typeof texts> => useTexts<typeof texts>('diagram');
