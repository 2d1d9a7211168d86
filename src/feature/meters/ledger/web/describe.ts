import { timeAt } from '#domain/time/text.ts';
import { BEGINNING, type LedgerEvent, type LedgerRow } from '../contract.ts';
import { multiplierOf } from '../domain/life.ts';
import type { SayLedger } from './useLedgerTexts.ts';

/** What an interval is in words: device, ratio, and what is out of the ordinary. */
export function describe(row: LedgerRow, t: SayLedger): string {
  return (
    t('holds', { serial: row.serial || t('unknown'), ratio: multiplierOf(row) }) +
    (row.correctionFactor === '1' ? '' : t('times', { factor: row.correctionFactor })) +
    (row.registerWidth === null ? '' : t('digits', { width: row.registerWidth })) +
    (row.primary ? t('isPrimary') : '') +
    (row.kind === 'interval' ? t('isInterval') : '')
  );
}

/** What happened, in words. */
export const eventWords = (events: readonly LedgerEvent[], t: SayLedger): string =>
  events.map((event) => t(event === 'ratio' ? 'ratioChanged' : event)).join(', ');

/** When an interval began, in words. */
export const beginning = (row: LedgerRow, zone: string, t: SayLedger): string =>
  row.from === BEGINNING ? t('always') : timeAt(zone, row.from);
