import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of shedding. */
export const useShedTexts = (): Say<typeof texts> => useTexts<typeof texts>('shed');
