import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of expressions and compositions of alarms. */
export const useComposeTexts = (): Say<typeof texts> => useTexts<typeof texts>('compose');
