import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { INVOICE_ITEMS, type InvoiceItem } from '#resource/price/priceInvoice.ts';
import { post, type Params } from '#web/api.ts';
import { useDiscard } from '#web/resource/useDiscard.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { InvoiceRow } from '../contract.ts';
import styles from './Bill.module.css';

const COLUMNS = ['quantity', 'unitPrice', 'amount'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Readonly<Record<string, string>>;

export interface InvoiceFormProps {
  readonly of: Params;
  readonly rows: readonly InvoiceRow[];
  readonly number: string;
  readonly onClose: () => void;
}

const ITEMS = Object.keys(INVOICE_ITEMS) as InvoiceItem[];

function cellsOf(rows: readonly InvoiceRow[]): Cells {
  const entries = rows.flatMap(({ item, invoiced: { quantity, price, amount } }) => [
    [`${item} quantity`, quantity === null ? '' : String(quantity)],
    [`${item} unitPrice`, price === null ? '' : String(price)],
    [`${item} amount`, String(amount)],
  ]);
  return Object.fromEntries(entries) as Cells;
}

/** The lines of the supplier's invoice; what is left empty is not on it. */
export function InvoiceForm({ of, rows, number, onClose }: InvoiceFormProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const client = useQueryClient();
  const [before] = useState(() => cellsOf(rows));
  const [cells, setCells] = useState(before);
  const [invoiceNo, setNumber] = useState(number);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, oneAtATime] = useOneAtATime();
  const typed = Object.keys(cells).some((key) => cells[key] !== (before[key] ?? ''));
  const close = useDiscard(typed || invoiceNo !== number, onClose);
  const save = async (): Promise<void> => {
    const changes = [];
    for (const item of ITEMS) {
      const texts = COLUMNS.map((column) => (cells[`${item} ${column}`] ?? '').trim().replaceAll(',', ''));
      const known = rows.find((row) => row.item === item);
      if (texts.every((text) => text === '')) {
        if (known) changes.push({ call: 'del', row: { id: known.id } });
        continue;
      }
      const name = say(INVOICE_ITEMS[item]);
      if (texts.some((text) => text !== '' && !Number.isFinite(Number(text)))) return setProblem(t('badNumber', { item: name })); // prettier-ignore
      if (texts[2] === '') return setProblem(t('needAmount', { item: name }));
      const [quantity, unitPrice, amount] = texts.map((text) => (text === '' ? '' : Number(text)));
      const row = { consumerId: of['consumerId'], measureAccount: of['measureAccount'], month: `${String(of['month'])}-01`, item, quantity, unitPrice, amount, invoiceNo }; // prettier-ignore
      changes.push(known ? { call: 'edit', row: { ...row, id: known.id } } : { call: 'add', row });
    }
    for (const { call, row } of changes) await post(`price/priceInvoice/${call}`, row);
    notify('success', t('saved'));
    await client.invalidateQueries({ queryKey: ['bill'] });
    onClose();
  };
  const field = (item: InvoiceItem, column: Column) => (
    <input
      inputMode="decimal"
      aria-label={`${say(INVOICE_ITEMS[item])} ${t(column === 'unitPrice' ? 'price' : column)}`}
      value={cells[`${item} ${column}`] ?? ''}
      onChange={(event) => setCells({ ...cells, [`${item} ${column}`]: event.target.value })}
    />
  );
  return (
    <Dialog
      title={`${t('enter')} ${String(of['month'])}`}
      width={620}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy} onClick={() => void oneAtATime(save).catch(() => {})}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <label>
          {t('number')}{' '}
          <input value={invoiceNo} maxLength={40} onChange={(event) => setNumber(event.target.value)} />
        </label>
        <Table
          look="panel"
          className={styles['table']}
          scroll={{ label: t('invoice') }}
          columns={[
            { key: 'item', title: t('item'), render: (item) => say(INVOICE_ITEMS[item]) },
            ...COLUMNS.map((column): TableColumn<InvoiceItem> => ({
              key: column,
              title: t(column === 'unitPrice' ? 'price' : column),
              render: (item) => field(item, column),
            })),
          ]}
          rows={ITEMS}
          keyOf={(item) => item}
        />
        {problem && (
          <p role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
