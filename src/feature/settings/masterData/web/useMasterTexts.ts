import { useTexts } from '#web/text/useTexts.ts';

/** Phrases of the lists that the platform shares. */
export const useMasterTexts = () => useTexts<typeof import('./texts.ts').texts>('masterData');
