import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the screens of chargers. */
export const useChargeTexts = (): Say<typeof texts> => useTexts<typeof texts>('chargePile');
