import { useTexts } from '#web/text/useTexts.ts';

/** Phrases of the monitored objects. */
export const useObjectTexts = () => useTexts<typeof import('./texts.ts').texts>('monitorObject');
