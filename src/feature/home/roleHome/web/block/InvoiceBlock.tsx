import { useQuery } from '@tanstack/react-query';
import type { BillView, InvoiceRow } from '#feature/money/bill/contract.ts';
import { formatDifference, formatNumber, MISSING } from '#domain/figure/number.ts';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { goals } from '../goals.ts';
import { MayLink } from '../MayLink.tsx';
import { type BlockProps, EVERY_MS } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import { invoiceFirst } from './billing.ts';
import { useBilling } from './useBilling.ts';
import styles from './Block.module.css';

/** The newest invoice line by line beside the computed bill, with why they differ. */
export default function InvoiceBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const say = useText();
  const { months, whole, error, retry } = useBilling(consumerId);
  const first = invoiceFirst(months);
  const { measureAccount = '', month = '' } = first ?? {};
  const bill = useQuery({
    queryKey: ['home', 'bill', consumerId, measureAccount, month],
    queryFn: ({ signal }) =>
      get<BillView>('price/bill/get', { consumerId, measureAccount, month }, { quiet: true, signal }),
    enabled: whole && first !== undefined,
    staleTime: EVERY_MS.day,
  });
  const none = whole && !first;
  return (
    <Panel
      title={t('newestInvoice')}
      unit={first ? `${month} • ${measureAccount}` : undefined}
      flush
      extra={first ? <GoLink goal={goals.bill(measureAccount, month)}>{t('doReconcile')}</GoLink> : undefined}
    >
      <ListTable<InvoiceRow>
        label={t('newestInvoice')}
        columns={[
          { key: 'item', title: t('item'), render: (row) => say(row.label) },
          {
            key: 'invoiced',
            title: t('invoiced'),
            end: true,
            render: (row) => formatNumber(row.invoiced.amount, 2),
          },
          { key: 'own', title: t('computed'), end: true, render: (row) => formatNumber(row.own?.amount, 2) },
          {
            key: 'difference',
            title: t('difference'),
            end: true,
            render: ({ difference }) =>
              difference === null ? (
                MISSING
              ) : difference === 0 ? (
                t('agrees')
              ) : (
                <b>{formatDifference(difference)}</b>
              ),
          },
          {
            key: 'why',
            title: t('causes'),
            render: (row) => <span className={styles.wrap}>{row.why.map(say).join(t('semicolon'))}</span>,
          },
        ]}
        rows={none ? [] : bill.data?.invoice?.rows}
        keyOf={(row) => row.id}
        error={error ?? bill.error}
        onRetry={() => {
          retry();
          void bill.refetch();
        }}
        total={null}
        page={null}
        onPage={() => undefined}
        empty={
          <EmptyState why={t('noInvoiceAtAll')} next={t('noInvoiceNext')} height={120}>
            <MayLink needs="price.priceInvoice.view" goal={goals.invoice()}>
              {t('doInvoices')}
            </MayLink>
          </EmptyState>
        }
      />
    </Panel>
  );
}
