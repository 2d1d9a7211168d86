import { useTexts } from '#web/text/useTexts.ts';

/** Phrases of the logs. */
export const useLogTexts = () => useTexts<typeof import('./texts.ts').texts>('systemLog');
