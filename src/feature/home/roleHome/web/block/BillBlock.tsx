import { formatDifference, formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { BillMonth } from '../../contract.ts';
import { goals } from '../goals.ts';
import { MayLink } from '../MayLink.tsx';
import type { BlockProps } from '../useBlock.ts';
import { useHomeTexts } from '../useHomeTexts.ts';
import { type Billing, billingOf } from './billing.ts';
import { useBilling } from './useBilling.ts';
import styles from './Block.module.css';

const INVOICES = 'price.priceInvoice.view';

/** The last settlement months of all accounts: what they come to, which are not issued, what their invoices ask. */
export default function BillBlock({ consumerId }: BlockProps) {
  const t = useHomeTexts();
  const { months, whole, error, retry, accounts, more } = useBilling(consumerId);
  const figures = useFigures(billingOf(months));
  const columns = useColumns();
  return (
    <>
      <KeyFigures compact loading={!whole && !error} figures={figures} />
      <Panel
        title={t('billMonths')}
        unit={more > 0 ? t('moreAccounts', { n: more }) : t('yuan')}
        flush
        extra={<GoLink goal={goals.bills()}>{t('allOfThem')}</GoLink>}
      >
        <div className={styles.scroll}>
          <ListTable<BillMonth>
            label={t('billMonths')}
            columns={columns}
            rows={months.length > 0 || whole ? months : undefined}
            keyOf={(row) => `${row.measureAccount} ${row.month}`}
            error={error}
            onRetry={retry}
            total={null}
            page={null}
            onPage={() => undefined}
            empty={
              <EmptyState
                why={accounts?.length === 0 ? t('noAccount') : t('noBillMonth')}
                next={t('noAccountNext')}
                height={120}
              >
                <MayLink needs="price.priceAgreement.view" goal={goals.agreement()}>
                  {t('doAgreement')}
                </MayLink>
              </EmptyState>
            }
          />
        </div>
      </Panel>
    </>
  );
}

function useFigures(billing: Billing): KeyFigure[] {
  const t = useHomeTexts();
  const { month, total, without, difference, noInvoice, partly, notIssued, incomplete } = billing;
  const first = (list: readonly BillMonth[]) => {
    const oldest = list.at(-1);
    return oldest ? { goal: goals.bill(oldest.measureAccount, oldest.month) } : {};
  };
  const about = month ?? MISSING;
  return [
    {
      key: 'total',
      label: without > 0 ? t('atLeast', { label: t('lastBill') }) : t('lastBill'),
      value: formatNumber(total, 2),
      unit: 'CNY',
      full: total === null ? t('noBillMonth') : `${formatFull(total)} ${t('yuan')}`,
      comparison: { label: about, value: without > 0 ? t('withoutBill', { n: without }) : '' },
      goal: goals.bills(),
    },
    {
      key: 'difference',
      label: t('invoiceDifference'),
      value: difference === null ? MISSING : formatDifference(difference),
      unit: 'CNY',
      full: t('invoiceDifferenceIs'),
      goal: goals.invoice(),
      ...(noInvoice > 0
        ? { remedy: { goal: goals.invoice(), text: t('invoiceMissing', { n: noInvoice }) } }
        : { comparison: { label: about, value: partly > 0 ? t('partly') : '' } }),
    },
    {
      key: 'notIssued',
      label: t('notIssued'),
      value: String(notIssued.length),
      full: notIssued.map((one) => `${one.month} ${one.measureAccount}`).join('\n'),
      comparison: { label: t('oldest'), value: notIssued.at(-1)?.month ?? MISSING },
      ...first(notIssued),
    },
    {
      key: 'incomplete',
      label: t('incomplete'),
      value: String(incomplete.length),
      full: incomplete.map((one) => `${one.month} ${one.measureAccount}`).join('\n'),
      comparison: { label: t('oldest'), value: incomplete.at(-1)?.month ?? MISSING },
      ...first(incomplete),
    },
  ];
}

function useColumns(): TableColumn<BillMonth>[] {
  const t = useHomeTexts();
  const say = useText();
  return [
    {
      key: 'month',
      title: t('month'),
      render: ({ month, measureAccount }) => (
        <GoLink goal={goals.bill(measureAccount, month)}>{month}</GoLink>
      ),
    },
    { key: 'account', title: t('account'), render: ({ measureAccount }) => measureAccount },
    { key: 'state', title: t('state'), render: (row) => <Issue row={row} /> },
    {
      key: 'total',
      title: t('computed'),
      end: true,
      render: ({ total, coverage, why }) => (
        <span title={why ? say(why) : undefined}>
          {formatNumber(total, 2)} <CoverageMark coverage={coverage === null ? null : coverage / 100} />
        </span>
      ),
    },
    {
      key: 'doubt',
      title: t('restsOn'),
      render: ({ why, doubts, firstDoubt, neverHeard }) => (
        <span className={styles.wrap}>
          {why
            ? say(why)
            : [
                doubts > 0 ? t('doubts', { n: doubts, text: firstDoubt ? say(firstDoubt) : '' }) : '',
                neverHeard > 0 ? t('neverHeard', { n: neverHeard }) : '',
              ]
                .filter(Boolean)
                .join(' • ') || t('wholeBill')}
        </span>
      ),
    },
    {
      key: 'invoice',
      title: t('invoiced'),
      end: true,
      render: ({ invoice, unfinished }) =>
        invoice ? (
          invoice.whole ? (
            formatNumber(invoice.total, 2)
          ) : (
            t('partly')
          )
        ) : unfinished ? (
          MISSING
        ) : (
          <MayLink needs={INVOICES} goal={goals.invoice()}>
            {t('noInvoiceYet')}
          </MayLink>
        ),
    },
    {
      key: 'difference',
      title: t('difference'),
      end: true,
      render: ({ invoice }) =>
        invoice?.difference == null ? MISSING : <b>{formatDifference(invoice.difference)}</b>,
    },
  ];
}

function Issue({ row }: { readonly row: BillMonth }) {
  const t = useHomeTexts();
  const { unfinished, total, issued } = row;
  if (issued)
    return (
      <StatusDot
        status={issued.differs ? 'warning' : 'normal'}
        text={issued.differs ? t('issuedDiffers', { total: formatNumber(issued.total, 2) }) : t('isIssued')}
      />
    );
  if (unfinished) return <>{t('running')}</>;
  if (total === null) return <StatusDot status="noData" text={t('noBill')} />;
  return <StatusDot status="warning" text={t('isNotIssued')} />;
}
