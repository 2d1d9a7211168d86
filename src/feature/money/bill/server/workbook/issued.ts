import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import type { BillView } from '../../contract.ts';
import { sheetOf } from '#server/sheet/factSheet.ts';
import type { SheetWords } from '#server/sheet/words.ts';

/** The bill as it was issued, beside what is computed now. */
export function issuedSheet(
  issued: NonNullable<BillView['issued']>,
  total: number,
  { say, word, words, money, text, clock }: SheetWords,
): WorkbookSheet {
  return sheetOf(
    say('已出账', 'Issued'),
    [
      [say('出账时间', 'Issued at'), clock(issued.issuedAt)],
      [say('出账人', 'Issued by'), issued.issuedBy ?? '--'],
      [
        say('原因', 'Why it differs now'),
        words(issued.causes) || say('与现在的计算一致', 'The same as computed now'),
      ],
    ],
    [text('项目', 'Item'), money('出账时', 'As issued'), money('现在', 'Now'), money('差额', 'Difference')],
    [
      ...issued.differences.map(({ item, issued: was, now, difference }) => [
        word(item),
        was,
        now,
        difference,
      ]),
      [say('合计', 'Total'), issued.total, total, cents(total - issued.total)],
    ],
    true,
  );
}

/** A difference of two amounts of whole cents. */
const cents = (yuan: number): number => Math.round(yuan * 100) / 100;
