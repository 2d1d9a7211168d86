import { useTexts } from '#web/text/useTexts.ts';

/** Phrases of the news. */
export const useNewsTexts = () => useTexts<typeof import('./texts.ts').texts>('news');
