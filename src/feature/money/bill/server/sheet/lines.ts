import { formatDifference, formatFull, formatNumber } from '#domain/figure/number.ts';
import { unitIn } from '#domain/figure/unit.ts';
import type { PdfColumn } from '#server/pdf/table.ts';
import type { SheetWords } from '#server/sheet/words.ts';
import type { BillView, InvoiceRow } from '../../contract.ts';
import { besideOf } from '../../domain/beside.ts';
import { isLeast, marksOf } from '../../domain/paper.ts';

const LEAST_ITEM = 96;

/** A row of the table as its cells stand, the invoice's two where there is one. */
type Cells = readonly [item: string, quantity: string, price: string, amount: string, ...invoiced: string[]];

const full = (value: number | null | undefined): string => (value == null ? '' : formatFull(value));

const invoicedOf = (row: InvoiceRow | null | undefined): string[] =>
  row
    ? [formatNumber(row.invoiced.amount, 2), row.difference === 0 ? '0' : formatDifference(row.difference, 2)]
    : ['', ''];

/** The lines of a bill with the invoice beside them, as columns; the last row is the sum. */
export function lineColumns(bill: BillView, { say, word, language, yuan }: SheetWords): PdfColumn[] {
  const { invoice } = bill;
  const beside = invoice && besideOf(bill.rows.map(({ key }) => key), invoice.rows); // prettier-ignore
  const marks = marksOf(bill);
  const orMore = say('至少 ', 'at least ');
  const rows: Cells[] = bill.rows.map((row) => {
    const doubts = marks.get(row.key);
    const least = row.atLeast ? orMore : '';
    return [
      `${word(row.item)}${doubts ? ` (${doubts.join(', ')})` : ''}`,
      row.quantity === null
        ? ''
        : `${least}${formatFull(row.quantity)} ${unitIn(language, row.unit)}`.trimEnd(),
      full(row.price),
      `${least}${formatNumber(row.amount, 2)}`,
      ...(beside ? invoicedOf(beside.ofLine.get(row.key)) : []),
    ];
  });
  const others = (beside?.others ?? []).map((row): Cells => {
    const amount = row.own ? formatNumber(row.own.amount, 2) : '--';
    return [word(row.label), full(row.own?.quantity), full(row.own?.price), amount, ...invoicedOf(row)];
  });
  const total: Cells = [
    say('合计', 'Total'),
    `${formatFull(bill.energy)} kWh`,
    full(bill.averagePrice),
    `${isLeast(bill) ? orMore : ''}${formatNumber(bill.total, 2)}`,
    ...(beside ? invoicedOf(beside.total) : []),
  ];
  const all = [...rows, ...others, total];
  const heads = [
    say('项目', 'Item'),
    say('数量', 'Quantity'),
    `${say('单价', 'Price')} (${yuan})`,
    `${say('金额', 'Amount')} (${yuan})`,
    ...(beside
      ? [`${say('发票', 'Invoiced')} (${yuan})`, `${say('发票 − 核算', 'Invoice − bill')} (${yuan})`]
      : []),
  ];
  return heads.map((header, i) => ({
    header,
    end: i > 0,
    texts: all.map((cells) => cells[i] ?? ''),
    ...(i === 0 ? { wraps: LEAST_ITEM } : {}),
  }));
}
