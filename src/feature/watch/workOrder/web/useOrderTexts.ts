import { useTexts } from '#web/text/useTexts.ts';

/** The phrases of work orders. */
export const useOrderTexts = () => useTexts<typeof import('./texts.ts').texts>('workOrder');
