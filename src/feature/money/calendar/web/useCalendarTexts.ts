import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the calendars. */
export const useCalendarTexts = (): Say<typeof texts> => useTexts<typeof texts>('calendar');
