import { useTexts, type Say } from '#web/text/useTexts.ts';

type ResourceTexts = typeof import('./texts.ts').texts;

/** The phrases of the resource engine in the language shown. */
export const useResourceTexts = (): Say<ResourceTexts> => useTexts<ResourceTexts>('resource');
