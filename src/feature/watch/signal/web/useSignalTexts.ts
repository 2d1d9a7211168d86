import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the screen of signals. */
export const useSignalTexts = (): Say<typeof texts> => useTexts<typeof texts>('signal');
