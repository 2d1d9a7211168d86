import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import { unitIn } from '#domain/figure/unit.ts';
import type { BillView } from '../../contract.ts';
import { isLeast } from '../../domain/paper.ts';
import { accountOf } from './account.ts';
import { sheetOf } from '#server/sheet/factSheet.ts';
import { type SheetWords, PRICE } from '#server/sheet/words.ts';

/** The lines with what they are made of. */
export function linesSheet(view: BillView, words: SheetWords): WorkbookSheet {
  const { language, say, word, yuan, money, number, text } = words;
  return sheetOf(
    say('账单', 'Bill'),
    accountOf(view, words),
    [
      text('项目', 'Item'),
      number('数量', 'Quantity'),
      text('单位', 'Unit'),
      number(`单价 (${yuan})`, `Price (${yuan})`, PRICE),
      money('金额', 'Amount'),
      text('依据', 'Based on'),
    ],
    [
      ...view.rows.map((row) => [
        word(row.item),
        row.quantity,
        row.quantity === null ? '' : unitIn(language, row.unit),
        row.price,
        row.amount,
        `${row.atLeast ? say('至少；', 'At least; ') : ''}${row.doubtful ? say('存疑；', 'In doubt; ') : ''}${word(row.inputs)}`,
      ]),
      [
        say('合计', 'Total'),
        view.energy,
        'kWh',
        null,
        view.total,
        isLeast(view) ? say('至少', 'At least') : '',
      ],
    ],
    true,
  );
}
