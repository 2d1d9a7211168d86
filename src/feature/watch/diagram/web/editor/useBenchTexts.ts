import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the bench on which pictures are edited. */
export const useBenchTexts = (): Say<typeof texts> => useTexts<typeof texts>('diagram.web.editor');
