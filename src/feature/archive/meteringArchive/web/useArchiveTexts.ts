import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the metering archive. */
export const useArchiveTexts = (): Say<typeof texts> => useTexts<typeof texts>('meteringArchive');
