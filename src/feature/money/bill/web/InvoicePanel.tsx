import { useState } from 'react';
import type { Params } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { formatDifference, formatFull, formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
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
        <ScrollArea label={t('invoice')} className={styles['scroll']}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t('item')}</th>
                <th scope="col">{t('invoiced')}</th>
                <th scope="col" className={styles['number']}>
                  {t('amount')}
                </th>
                <th scope="col">{t('computed')}</th>
                <th scope="col" className={styles['number']}>
                  {t('amount')}
                </th>
                <th scope="col" className={styles['number']}>
                  {t('difference')}
                </th>
                <th scope="col">{t('causes')}</th>
              </tr>
            </thead>
            <tbody>
              {invoice.rows.map((row) => (
                <Row key={row.item} row={row} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
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

function Row({ row: { label, invoiced, own, difference, why } }: { row: InvoiceRow }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const differs = difference !== 0;
  return (
    <tr>
      <td>{say(label)}</td>
      <td>{madeOf(invoiced.quantity, invoiced.price)}</td>
      <td className={styles['number']}>{formatNumber(invoiced.amount, 2)}</td>
      <td>{own ? madeOf(own.quantity, own.price) : ''}</td>
      <td className={styles['number']}>{formatNumber(own?.amount, 2)}</td>
      <td className={`${styles['number']} ${differs ? styles['off'] : ''}`}>
        {differs ? formatDifference(difference, 2) : t('agree')}
      </td>
      <td className={styles['words']}>{why.map(say).join(say({ zh: '；', en: '; ' }))}</td>
    </tr>
  );
}
