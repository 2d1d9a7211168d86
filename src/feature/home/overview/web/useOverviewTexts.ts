import { useTexts, type Say } from '#web/text/useTexts.ts';

/** The phrases of the overview. */
export type SayOverview = Say<typeof import('./texts.ts').texts>;

/** The phrases of the overview in the language shown. */
export const useOverviewTexts = (): SayOverview => useTexts<typeof import('./texts.ts').texts>('overview');
