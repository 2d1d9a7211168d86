import { type Language, textIn } from '#contract/text.ts';
import { timeAt } from '#domain/time/text.ts';
import { pdfOfSheets } from '#server/pdf/sheetPdf.ts';
import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import type { SettlementStatement } from '../contract.ts';

/** A settlement on paper, with lines to sign on: the same sheets as its workbook. */
export function settlementPdf(
  { settlement, month, consumerName }: SettlementStatement,
  sheets: readonly WorkbookSheet[],
  { title, language, by }: { readonly title: string; readonly language: Language; readonly by: string },
): Promise<Buffer> {
  const { siteName, timeZone } = settlement;
  const now = Date.now();
  return pdfOfSheets(sheets, {
    title,
    about: `${consumerName} / ${siteName}  ·  ${month}`,
    foot: `${by}  ·  ${timeAt(timeZone, now)}  ·  ${timeZone}`,
    language,
    now,
    signatures: [
      textIn({ zh: '用户（签章）', en: 'Customer' }, language),
      textIn({ zh: '投资方（签章）', en: 'Owner' }, language),
      textIn({ zh: '日期', en: 'Date' }, language),
    ],
  });
}
