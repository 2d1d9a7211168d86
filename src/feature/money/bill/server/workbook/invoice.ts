import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import type { BillView, InvoiceRow } from '../../contract.ts';
import { sheetOf, type Value } from '#server/sheet/factSheet.ts';
import { type SheetWords, PRICE } from '#server/sheet/words.ts';

/** The supplier's invoice beside the bill, with each difference. */
export function invoiceSheet(invoice: NonNullable<BillView['invoice']>, reported: SheetWords): WorkbookSheet {
  const { say, word, words, yuan, money, number, text } = reported;
  const invoiceRow = ({ label, invoiced, own, difference, why }: InvoiceRow): Value[] => [
    word(label),
    invoiced.quantity,
    invoiced.price,
    invoiced.amount,
    own?.quantity ?? null,
    own?.price ?? null,
    own?.amount ?? null,
    difference,
    difference === 0 ? say('一致', 'Agrees') : words(why),
  ];
  return sheetOf(
    say('发票对照', 'Invoice'),
    invoice.number === null ? [] : [[say('发票号', 'Invoice number'), invoice.number]],
    [
      text('项目', 'Item'),
      number('发票数量', 'Invoiced quantity'),
      number(`发票单价 (${yuan})`, `Invoiced price (${yuan})`, PRICE),
      money('发票金额', 'Invoiced amount'),
      number('计算数量', 'Computed quantity'),
      number(`计算单价 (${yuan})`, `Computed price (${yuan})`, PRICE),
      money('计算金额', 'Computed amount'),
      money('差额', 'Difference'),
      text('原因', 'Why'),
    ],
    invoice.rows.map(invoiceRow),
  );
}
