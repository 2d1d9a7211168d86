import { INVOICE_ITEMS, type InvoiceItem } from '#resource/price/priceInvoice.ts';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { formatFull } from '#domain/figure/number.ts';
import type { Bill, BillLine } from '#domain/tariff/bill.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import type { InvoiceRow } from '../contract.ts';

/** A line of an invoice as it was entered. */
export interface Invoiced {
  readonly id: number;
  readonly item: InvoiceItem;
  readonly quantity: number | null;
  readonly unitPrice: number | null;
  readonly amount: number;
}

const OF: Readonly<Record<InvoiceItem, (line: BillLine) => boolean>> = {
  energy1: ({ part }) => part === 'energy1',
  energy2: ({ part }) => part === 'energy2',
  energy3: ({ part }) => part === 'energy3' || part === 'energy0',
  energy4: ({ part }) => part === 'energy4',
  energy5: ({ part }) => part === 'energy5',
  energy: ({ part }) => part.startsWith('energy') || part.startsWith('spot'),
  basic: ({ part }) => /^(capacity|actual|contract|over|stop)/.test(part),
  powerFactor: ({ part }) => part === 'powerFactor',
  funds: ({ part }) => part === 'funds',
  reverse: ({ part }) => part === 'reverse',
  fee: ({ part }) => part.startsWith('fee'),
  total: () => true,
};

/** What a computed bill has for an item of invoices; null where it has no such line. */
function ownOf(bill: Bill, item: InvoiceItem): InvoiceRow['own'] {
  const lines = bill.lines.filter(OF[item]);
  if (lines.length === 0) return null;
  const amount = yuanOf(lines.reduce((sum, line) => sum + line.amount, 0n));
  if (item === 'total' || item === 'fee' || item === 'powerFactor')
    return { quantity: null, price: null, amount };
  // Of a basic charge the first line is what the invoice says, unless it is of a part of the month alone.
  if (item === 'basic' && lines[0]?.days) return { quantity: null, price: null, amount };
  const counted = item === 'basic' ? lines.slice(0, 1) : lines;
  // The terms of real-time prices are about energy that lines at fixed prices are about, too.
  const quantity = microToNumber(
    item === 'energy' ? bill.energy : counted.reduce((sum, line) => sum + (line.quantity ?? 0n), 0n),
  );
  const prices = new Set(counted.map((line) => line.price));
  const [price] = prices;
  return { quantity, price: prices.size === 1 && price != null ? microToNumber(price) : null, amount };
}

const fen = (yuan: number): number => Math.round(yuan * 100) / 100;
const signed = (n: number): string => `${n > 0 ? '+' : ''}${formatFull(n)}`;
const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.0000005;

/**
 * Lays an invoice beside a bill: which line differs by how much, and what of it comes from the quantity (at the
 * computed price) and what from the price (on the invoiced quantity).
 */
export function compareInvoice(bill: Bill, invoice: readonly Invoiced[], doubtful: number): InvoiceRow[] {
  return invoice.map(({ id, item, quantity, unitPrice, amount }): InvoiceRow => {
    const own = ownOf(bill, item);
    const difference = own === null ? null : fen(amount - own.amount);
    const row = {
      id,
      item,
      label: INVOICE_ITEMS[item],
      invoiced: { quantity, price: unitPrice, amount },
      own,
      difference,
    };
    return { ...row, why: difference === 0 ? [] : whyOf(row, doubtful) };
  });
}

function whyOf({ item, invoiced, own }: Omit<InvoiceRow, 'why'>, doubtful: number): Text[] {
  if (own === null)
    return [
      {
        zh: '账单没有这一项：请核对电价方案或费用参数',
        en: 'The bill has no such line: check the scheme and its fees',
      },
    ];
  const why: Text[] = [];
  const price = own.price ?? (own.quantity ? own.amount / own.quantity : null);
  if (invoiced.quantity !== null && own.quantity !== null && !near(invoiced.quantity, own.quantity)) {
    const by = Math.round((invoiced.quantity - own.quantity) * 1e4) / 1e4;
    const equivalent = price === null ? '' : formatFull(fen(by * price));
    why.push({
      zh: `数量相差 ${signed(by)}（按计算单价为 ${equivalent} 元）${doubtful > 0 ? `；本期有 ${doubtful} 天读数不完整` : '：请核对表底与倍率'}`,
      en: `The quantity differs by ${signed(by)} (${equivalent} yuan at the computed price)${doubtful > 0 ? `; ${doubtful} days have incomplete readings` : ': check registers and ratio'}`,
    });
  }
  if (invoiced.price !== null && own.price !== null && !near(invoiced.price, own.price)) {
    const by = Math.round((invoiced.price - own.price) * 1e6) / 1e6;
    const equivalent = formatFull(fen(by * (invoiced.quantity ?? own.quantity ?? 0)));
    why.push({
      zh: `单价相差 ${signed(by)} 元（${equivalent} 元）：请核对电价方案的版本`,
      en: `The price differs by ${signed(by)} yuan (${equivalent} yuan): check the version of the scheme`,
    });
  }
  if (why.length > 0) return why;
  if (item === 'powerFactor')
    return [
      {
        zh: '力调基数或功率因数不同：请核对无功电量与考核标准',
        en: 'Another base or power factor: check reactive energy and the standard',
      },
    ];
  // A basic charge has more lines than the one whose quantity is told.
  const known = item !== 'basic' && invoiced.quantity !== null && own.quantity !== null;
  if (known && (invoiced.price === null || own.price === null))
    return [
      {
        zh: '数量相同，差额来自单价：请核对电价方案的版本与市场价格',
        en: 'The quantity is the same, so the price differs: check versions of the scheme and market prices',
      },
    ];
  if (item === 'total') return [{ zh: '为以上各项差额之和', en: 'The sum of the differences above' }];
  return [
    {
      zh: '金额不同而发票未写明数量与单价：补录后可区分原因',
      en: 'The amount differs and the invoice says neither quantity nor price: enter them to tell why',
    },
  ];
}
