import { INVOICE_ITEMS, type InvoiceItem } from '#resource/price/priceInvoice.ts';

/** The date that the key of a line of a part of a month ends with. */
const DATED = String.raw`(\d{4}-\d\d-\d\d)?$`;

/** Keys of the lines that an item of an invoice is about. */
const KEYS: Readonly<Record<InvoiceItem, RegExp>> = {
  energy1: new RegExp(`^energy1${DATED}`),
  energy2: new RegExp(`^energy2${DATED}`),
  energy3: new RegExp(`^energy[03]${DATED}`),
  energy4: new RegExp(`^energy4${DATED}`),
  energy5: new RegExp(`^energy5${DATED}`),
  energy: /^(energy|spot)/,
  basic: /^(capacity|actual|contract|over|stop)/,
  powerFactor: /^powerFactor/,
  funds: /^funds/,
  reverse: /^reverse/,
  fee: /^fee/,
  total: /^$/,
};

/** Whether an item of an invoice is about a line of a bill, by its key. */
const isAbout = (item: InvoiceItem, key: string): boolean => KEYS[item].test(key);

/** An invoice laid beside the lines of a bill. */
export interface Beside<R> {
  /** The row of the invoice that is about one line alone, by the line's key. */
  readonly ofLine: ReadonlyMap<string, R>;
  /** Rows that are about several lines, or about none. */
  readonly others: readonly R[];
  readonly total: R | null;
}

/** Lays the rows of an invoice beside the lines of a bill, in the order of the items. */
export function besideOf<R extends { readonly item: InvoiceItem }>(
  keys: readonly string[],
  rows: readonly R[],
): Beside<R> {
  const ofLine = new Map<string, R>();
  const others: R[] = [];
  const order = Object.keys(INVOICE_ITEMS);
  for (const row of rows.toSorted((a, b) => order.indexOf(a.item) - order.indexOf(b.item))) {
    if (row.item === 'total') continue;
    const [only, ...more] = keys.filter((key) => isAbout(row.item, key));
    if (only !== undefined && more.length === 0 && !ofLine.has(only)) ofLine.set(only, row);
    else others.push(row);
  }
  return { ofLine, others, total: rows.find(({ item }) => item === 'total') ?? null };
}
