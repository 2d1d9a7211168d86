import { formatFull, formatNumber } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import type { BillPaper, BillView } from '../contract.ts';
import { isLeast, titleOf } from '../domain/paper.ts';
import styles from './Paper.module.css';

/** Letterhead, title, what the bill is about and what it comes to. */
export function PaperHead({ paper, logo }: { readonly paper: BillPaper; readonly logo: string | null }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const { bill, letterhead, capacity, contractDemand } = paper;
  const size = [
    capacity === null ? '' : `${formatFull(capacity)} kVA`,
    contractDemand === null ? '' : t('declaredOf', { kW: formatFull(contractDemand) }),
  ]
    .filter(Boolean)
    .join(' • ');
  const facts = [
    [t('time'), `${timeAt(bill.timeZone, bill.from)} – ${timeAt(bill.timeZone, bill.to)}`],
    [t('account'), `${bill.measureAccount} • ${bill.orgName}`],
    [t('scheme'), bill.schemeName],
    ...(size ? [[t('size'), size]] : []),
  ];
  return (
    <>
      <div className={styles['letterhead']}>
        {logo && <img src={logo} alt="" height={44} />}
        <strong>{letterhead.orgName}</strong>
        <address>
          {reachedAt(letterhead, t)
            .filter(Boolean)
            .map((line) => (
              <span key={line}>{line}</span>
            ))}
        </address>
      </div>
      <div className={styles['title']}>
        <h1>{say(titleOf(bill.month))}</h1>
        <p>
          {t('paperNo')}{' '}
          <b>
            {bill.measureAccount}-{bill.month}
          </b>
          <br />
          {stateOf(bill, t)}
        </p>
      </div>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Sums bill={bill} />
    </>
  );
}

/** Address with its post code, telephone and mail, as far as they are known. */
const reachedAt = ({ address, zipCode, phone, email }: BillPaper['letterhead'], t: Say): string[] =>
  [
    [address, zipCode && t('zipCode', { code: zipCode })],
    [phone && t('phone', { phone }), email],
  ].map((line) => line.filter(Boolean).join('  '));

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

/** Whether it was issued, and by whom. */
function stateOf({ issued, unfinished, timeZone }: BillView, t: Say): string {
  if (issued) return t('paperIssued', { at: timeAt(timeZone, issued.issuedAt), by: issued.issuedBy ?? '--' });
  return unfinished ? t('unfinished') : t('paperDraft');
}

/** The sum, the invoice's, and what lies between them. */
function Sums({ bill }: { readonly bill: BillView }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const total = bill.invoice?.rows.find(({ item }) => item === 'total') ?? null;
  const since = bill.issued && bill.issued.total !== bill.total ? bill.issued.total : null;
  const by = total?.difference ?? null;
  return (
    <div className={styles['sums']}>
      <p>
        {isLeast(bill) ? t('ownSumLeast') : t('ownSum')}
        <b>¥ {formatNumber(bill.total, 2)}</b>
        {bill.averagePrice !== null && (
          <small>{t('averageOf', { price: formatNumber(bill.averagePrice, 4) })}</small>
        )}
      </p>
      {since !== null && (
        <p>
          {t('wasIssued')}
          <b>¥ {formatNumber(since, 2)}</b>
        </p>
      )}
      {total && (
        <p>
          {t('invoiceSum', { no: bill.invoice?.number ?? '' })}
          <b>¥ {formatNumber(total.invoiced.amount, 2)}</b>
        </p>
      )}
      {by !== null && (
        <p>
          {by === 0 ? t('invoiceAgrees') : by > 0 ? t('invoiceMore') : t('invoiceLess')}
          <b>¥ {formatNumber(Math.abs(by), 2)}</b>
        </p>
      )}
    </div>
  );
}
