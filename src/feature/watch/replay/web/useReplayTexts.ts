import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the replay of a rule. */
export const useReplayTexts = (): Say<typeof texts> => useTexts<typeof texts>('replay');
