import { useState } from 'react';
import type { Params } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { formatDifference, formatFull, formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { BillView, InvoiceRow } from '../contract.ts';
import styles from './Bill.module.css';
import { InvoiceForm } from './InvoiceForm.tsx';

/** The supplier's invoice beside the computed bill: each difference with its explanation. */
export function InvoicePanel({ view, of }: { readonly view: BillView; readonly of: Params }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const may = useMay('price.priceInvoice.add');
  const [open, setOpen] = useState(false);
  const { invoice } = view;
  return (
    <Panel
      title={t('invoice')}
      unit={invoice?.number ? t('invoiceNo', { no: invoice.number }) : undefined}
      flush
      extra={
        <>
          <a href="#/SDNPowerPrice/Invoice">{t('openInvoices')}</a>
          {may && <Button onClick={() => setOpen(true)}>{t('enter')}</Button>}
        </>
      }
    >
      {invoice ? (
        <Lines rows={invoice.rows} />
      ) : (
        <EmptyState why={t('noInvoice')} next={t('noInvoiceNext')} height={120} />
      )}
      {open && (
        <InvoiceForm
          of={of}
          rows={invoice?.rows ?? []}
          number={invoice?.number ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}

const madeOf = (quantity: number | null, price: number | null): string =>
  quantity === null ? '' : `${formatFull(quantity)}${price === null ? '' : ` × ${formatFull(price)}`}`;

function Lines({ rows }: { readonly rows: readonly InvoiceRow[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const columns: TableColumn<InvoiceRow>[] = [
    { key: 'item', title: t('item'), render: ({ label }) => say(label) },
    {
      key: 'invoiced',
      title: t('invoiced'),
      render: ({ invoiced: { quantity, price } }) => madeOf(quantity, price),
    },
    {
      key: 'invoicedAmount',
      title: t('amount'),
      end: true,
      render: ({ invoiced }) => formatNumber(invoiced.amount, 2),
    },
    {
      key: 'computed',
      title: t('computed'),
      render: ({ own }) => (own ? madeOf(own.quantity, own.price) : ''),
    },
    { key: 'amount', title: t('amount'), end: true, render: ({ own }) => formatNumber(own?.amount, 2) },
    {
      key: 'difference',
      title: t('difference'),
      end: true,
      classOf: ({ difference }) => (difference === 0 ? undefined : styles['off']),
      render: ({ difference }) => (difference === 0 ? t('agree') : formatDifference(difference, 2)),
    },
    {
      key: 'causes',
      title: t('causes'),
      classOf: () => styles['words'],
      render: ({ why }) => why.map(say).join(say({ zh: '；', en: '; ' })),
    },
  ];
  return (
    <Table<InvoiceRow>
      look="panel"
      className={styles['table']}
      scroll={{ label: t('invoice') }}
      columns={columns}
      rows={rows}
      keyOf={({ item }) => item}
    />
  );
}
