import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** What the lines of a supplier's invoice are about. */
export const INVOICE_ITEMS = {
  energy1: { zh: '尖段电费', en: 'Sharp energy' },
  energy2: { zh: '峰段电费', en: 'Peak energy' },
  energy3: { zh: '平段电费', en: 'Flat energy' },
  energy4: { zh: '谷段电费', en: 'Valley energy' },
  energy5: { zh: '深谷段电费', en: 'Deep valley energy' },
  energy: { zh: '电度电费（不分时）', en: 'Energy in all' },
  basic: { zh: '基本电费', en: 'Basic charge' },
  powerFactor: { zh: '力调电费', en: 'Power-factor adjustment' },
  funds: { zh: '政府性基金及附加', en: 'Government funds' },
  reverse: { zh: '反向电量', en: 'Reverse energy' },
  fee: { zh: '其他费用', en: 'Other fees' },
  total: { zh: '合计', en: 'Total' },
} as const;
export type InvoiceItem = keyof typeof INVOICE_ITEMS;

/** One line of a supplier's invoice, entered or imported, to be laid beside the computed bill. */
export const priceInvoice = defineResource({
  name: 'priceInvoice',
  area: 'price',
  label: { zh: '电费发票', en: 'Invoices' },
  idName: 'invoiceId',
  title: 'measureAccount',
  screen: '/SDNPowerPrice/Invoice',
  unique: [['consumerId', 'measureAccount', 'month', 'item']],
  fields: {
    measureAccount: text('户号', 'Account', { max: 30 }),
    consumerId: consumerId(),
    month: date('结算月', 'Settlement month', {
      month: true,
      help: { zh: '该月的任一天', en: 'Any day of the month' },
    }),
    item: choice('项目', 'Item', INVOICE_ITEMS, { initial: 'total' }),
    quantity: optional(decimal('数量', 'Quantity', { decimals: 4 })),
    unitPrice: optional(decimal('单价', 'Price', { decimals: 6, unit: 'yuan' })),
    amount: decimal('金额', 'Amount', { decimals: 2, unit: 'yuan' }),
    invoiceNo: optional(text('发票号', 'Invoice number', { max: 40 })),
    remark: remark(),
  },
});
