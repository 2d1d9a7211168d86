import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

export type SayCommunication = Say<typeof texts>;

/** The words of the communication screens. */
export const useCommunicationTexts = (): SayCommunication => useTexts<typeof texts>('communication');
