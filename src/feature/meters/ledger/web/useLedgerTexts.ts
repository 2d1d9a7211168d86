import { type Say, useTexts } from '#web/text/useTexts.ts';
import type { texts } from './texts.ts';

export type SayLedger = Say<typeof texts>;

/** The words of meters' lives. */
export const useLedgerTexts = (): SayLedger => useTexts<typeof texts>('ledger');
