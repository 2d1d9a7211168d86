import type { Language } from '#contract/text.ts';
import { writeWorkbook } from '#server/sheet/workbook.ts';
import type { BillView } from '../contract.ts';
import { type BillDay, daysSheet } from './workbook/days.ts';
import { doubtSheet } from './workbook/doubt.ts';
import { invoiceSheet } from './workbook/invoice.ts';
import { issuedSheet } from './workbook/issued.ts';
import { linesSheet } from './workbook/lines.ts';
import { wordsFor } from '#server/sheet/words.ts';

/**
 * A bill as a workbook, with what stands on its screen: the lines with what they are made of, the supplier's invoice
 * beside it with each difference, the bill as it was issued, and the energy of every day. Amounts are numbers.
 */
export async function billWorkbook(
  view: BillView,
  days: readonly BillDay[],
  language: Language,
): Promise<Buffer> {
  const words = wordsFor(language, view.timeZone);
  return writeWorkbook([
    linesSheet(view, words),
    ...(view.doubtfulLines.length > 0 ? [doubtSheet(view, words)] : []),
    ...(view.invoice ? [invoiceSheet(view.invoice, words)] : []),
    ...(view.issued ? [issuedSheet(view.issued, view.total, words)] : []),
    daysSheet(days, words),
  ]);
}
