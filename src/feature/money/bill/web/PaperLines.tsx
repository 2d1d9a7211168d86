import { PERIOD_NUMBERS, PERIODS } from '#contract/period.ts';
import { formatDifference, formatFull, formatNumber } from '#domain/figure/number.ts';
import { spanText } from '#domain/time/text.ts';
import { TARIFF, type TariffPeriod } from '#web/theme/palette.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import type { BillRow, BillView, InvoiceRow } from '../contract.ts';
import { besideOf } from '../domain/beside.ts';
import { allDoubtsOf, type DoubtSum, doubtSumOf, isLeast, marksOf } from '../domain/paper.ts';
import styles from './Paper.module.css';

/** The lines of a bill with the invoice beside them, what the energy is made of, and what is in doubt. */
export function PaperLines({ bill }: { readonly bill: BillView }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const { invoice } = bill;
  const beside = invoice && besideOf(bill.rows.map(({ key }) => key), invoice.rows); // prettier-ignore
  const marks = marksOf(bill);
  return (
    <>
      <table className={styles['lines']}>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('price')}</th>
            <th scope="col">{t('amount')}</th>
            {beside && (
              <>
                <th scope="col">{t('invoicedYuan')}</th>
                <th scope="col">{t('invoiceLess0')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {bill.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <Period row={row} />
                {say(row.item)}
                <sup>{marks.get(row.key)?.join(' ')}</sup>
              </th>
              <td>
                {row.atLeast && '≥ '}
                {row.quantity === null ? '' : `${formatFull(row.quantity)} ${row.unit}`}
              </td>
              <td>{row.price === null ? '' : formatFull(row.price)}</td>
              <td>
                {row.atLeast && '≥ '}
                {formatNumber(row.amount, 2)}
              </td>
              {beside && <Invoiced row={beside.ofLine.get(row.key)} />}
            </tr>
          ))}
          {beside?.others.map((row) => (
            <tr key={row.item} className={styles['other']}>
              <th scope="row">{say(row.label)}</th>
              <td>{numberOf(row.own?.quantity)}</td>
              <td>{numberOf(row.own?.price)}</td>
              <td>{row.own ? formatNumber(row.own.amount, 2) : '--'}</td>
              <Invoiced row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>{formatFull(bill.energy)} kWh</td>
            <td>{numberOf(bill.averagePrice)}</td>
            <td>
              {isLeast(bill) && '≥ '}
              {formatNumber(bill.total, 2)}
            </td>
            {beside && <Invoiced row={beside.total ?? undefined} />}
          </tr>
        </tfoot>
      </table>
      <Shares bill={bill} />
      <Doubts bill={bill} />
    </>
  );
}

const numberOf = (value: number | null | undefined): string => (value == null ? '' : formatFull(value));

function Invoiced({ row }: { readonly row: InvoiceRow | undefined }) {
  return (
    <>
      <td className={styles['invoiced']}>{row ? formatNumber(row.invoiced.amount, 2) : ''}</td>
      <td className={styles['invoiced']}>
        {row ? (row.difference === 0 ? '0' : formatDifference(row.difference, 2)) : ''}
      </td>
    </>
  );
}

/** Paper is light in every skin. */
const inkOf = (period: TariffPeriod): string => TARIFF[period][0];

/** The tariff period of a line of energy, 1–5; null of others. */
const periodOf = ({ key }: Pick<BillRow, 'key'>): number | null =>
  Number(/^(?:energy|spotFixed)([1-5])(?:\d{4}-|$)/.exec(key)?.[1] ?? 0) || null;

function Period({ row }: { readonly row: BillRow }) {
  const period = PERIOD_NUMBERS.find((one) => one === periodOf(row));
  return period ? <i className={styles['period']} style={{ background: inkOf(period) }} /> : null;
}

/** Shares of the tariff periods in energy and in what it costs; nothing where there are no periods. */
function Shares({ bill }: { readonly bill: BillView }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const rows = bill.rows.filter((row) => periodOf(row) !== null);
  if (rows.length < 2) return null;
  const bar = (title: string, of: (row: BillRow) => number) => {
    const parts = PERIOD_NUMBERS.map((period) => {
      // Hundredths, so that the sum is one of whole numbers.
      const size = rows.filter((row) => periodOf(row) === period).reduce((sum, row) => sum + Math.round(of(row) * 100), 0); // prettier-ignore
      return { period, size: Math.max(0, size) };
    }).filter(({ size }) => size > 0);
    const all = parts.reduce((sum, { size }) => sum + size, 0);
    return (
      <div className={styles['share']}>
        <span>{title}</span>
        <div>
          {parts.map(({ period, size }) => (
            <span key={period} style={{ flexGrow: size }}>
              <small>
                {say(PERIODS[period])} {Math.round((100 * size) / all)}%
              </small>
              <i style={{ background: inkOf(period) }} />
            </span>
          ))}
        </div>
      </div>
    );
  };
  return (
    <>
      {bar(t('sharesEnergy'), (row) => row.quantity ?? 0)}
      {bar(t('sharesCost'), (row) => row.amount)}
    </>
  );
}

/** Every doubt with its number, why, and what to do. */
function Doubts({ bill }: { readonly bill: BillView }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const { doubtfulLines, rows } = bill;
  if (doubtfulLines.length === 0) return null;
  const items = new Map(rows.map(({ key, item }) => [key, say(item)]));
  return (
    <section className={styles['doubts']}>
      <h2>{t('paperDoubts', { n: doubtfulLines.length })}</h2>
      <ol>
        {doubtfulLines.map(({ part, reason, lines, text, remedy, spans, more }) => (
          <li key={`${part} ${reason} ${lines[0] ?? ''} ${text.en}`}>
            <b>
              {lines.length === 0
                ? t(`part_${part}`)
                : lines.map((key) => items.get(key) ?? key).join(t('between'))}
            </b>
            <DoubtAmount sum={doubtSumOf(bill, { lines })} label={t('doubtAmount')} />
            <p>{say(text)}</p>
            <p className={styles['spans']}>
              {spans.map(({ from, to, ammeterName }) => (
                <span key={`${from} ${ammeterName ?? ''}`}>
                  {ammeterName ?? ''} {spanText(bill.timeZone, from, to)}
                </span>
              ))}
              {more > 0 && <span>{t('moreSpans', { n: more })}</span>}
            </p>
            <p>
              {t('remedy')} {say(remedy)}
            </p>
          </li>
        ))}
      </ol>
      <DoubtAmount sum={allDoubtsOf(bill)} label={t('doubtSum')} />
    </section>
  );
}

/** What rests on doubts, and what the invoice differs by where it names these lines. */
function DoubtAmount({ sum, label }: { readonly sum: DoubtSum | null; readonly label: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  if (!sum) return null;
  return (
    <p className={styles['doubtSum']}>
      {label} <b>{formatNumber(sum.amount, 2)}</b>
      {sum.difference !== null && (
        <>
          {t('doubtOff')} <b>{formatDifference(sum.difference, 2)}</b>
        </>
      )}
    </p>
  );
}
