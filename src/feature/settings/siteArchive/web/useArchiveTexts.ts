import { useTexts } from '#web/text/useTexts.ts';

/** Phrases of the sites' archive. */
export const useArchiveTexts = () => useTexts<typeof import('./texts.ts').texts>('siteArchive');
