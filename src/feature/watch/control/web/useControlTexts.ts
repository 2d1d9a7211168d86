import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of control. */
export const useControlTexts = (): Say<typeof texts> => useTexts<typeof texts>('control');
