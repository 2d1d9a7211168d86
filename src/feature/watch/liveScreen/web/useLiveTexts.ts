import { useTexts } from '#web/text/useTexts.ts';

/** The phrases of the live screens. */
export const useLiveTexts = () => useTexts<typeof import('./texts.ts').texts>('liveScreen');
