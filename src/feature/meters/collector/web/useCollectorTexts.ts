import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the collector's screen. */
export const useCollectorTexts = (): Say<typeof texts> => useTexts<typeof texts>('collector');
