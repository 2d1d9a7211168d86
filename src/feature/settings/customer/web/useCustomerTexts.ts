import { useTexts } from '#web/text/useTexts.ts';

/** Phrases of the customers. */
export const useCustomerTexts = () => useTexts<typeof import('./texts.ts').texts>('customer');
