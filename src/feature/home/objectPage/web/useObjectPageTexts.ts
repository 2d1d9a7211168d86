import { useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The phrases of the pages about one meter or object. */
export const useObjectPageTexts = () => useTexts<typeof texts>('objectPage');
