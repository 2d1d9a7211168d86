import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

export type SayCorrection = Say<typeof texts>;

/** The words of the repair screen. */
export const useCorrectionTexts = (): SayCorrection => useTexts<typeof texts>('correction');
