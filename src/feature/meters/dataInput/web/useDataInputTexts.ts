import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the data input. */
export const useDataInputTexts = (): Say<typeof texts> => useTexts<typeof texts>('dataInput');
