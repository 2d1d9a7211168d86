import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the screens of alarms. */
export const useAlarmTexts = (): Say<typeof texts> => useTexts<typeof texts>('alarm');
