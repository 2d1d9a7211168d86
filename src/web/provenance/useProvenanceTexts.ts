import { type Say, useTexts } from '#web/text/useTexts.ts';

/** The phrases of the provenance in the language shown. */
export const useProvenanceTexts = (): Say<typeof import('./texts.ts').texts> =>
  useTexts<typeof import('./texts.ts').texts>('provenance');
