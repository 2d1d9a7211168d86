import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

/** The words of the workflows. */
export const useWorkflowTexts = (): Say<typeof texts> => useTexts<typeof texts>('workflow');
