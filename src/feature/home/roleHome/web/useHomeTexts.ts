import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the homes. */
export const useHomeTexts = (): Say<typeof texts> => useTexts<typeof texts>('roleHome');
