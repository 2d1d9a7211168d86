import type { ReactNode } from 'react';
import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { formatFull, formatNumber } from '#domain/figure/number.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import type { BillRow, BillView } from '../contract.ts';
import { unitText } from '#web/ui/unit.ts';
import styles from './Bill.module.css';

interface BillTableProps {
  readonly view: BillView;
  readonly onOpen: (opens: Omit<OpenBucket, 'meter'>) => void;
}

/** The lines of a bill with their total; on a phone a card each. */
export function BillTable(props: BillTableProps) {
  return useNarrow() ? <Cards {...props} /> : <Rows {...props} />;
}

/** What a line is about; pressed, it opens where its quantity comes from. */
function Item({ row, onOpen }: { readonly row: BillRow } & Pick<BillTableProps, 'onOpen'>): ReactNode {
  const say = useText();
  const { item, opens, doubtful } = row;
  return (
    <>
      {opens ? (
        <button type="button" className={styles['press']} onClick={() => onOpen(opens)}>
          {say(item)}
        </button>
      ) : (
        say(item)
      )}
      {doubtful && (
        <>
          {' '}
          <QualityTag quality="doubt" />
        </>
      )}
    </>
  );
}

function useQuantity(): ({ quantity, unit, atLeast }: BillRow) => string {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  return ({ quantity, unit, atLeast }) =>
    `${atLeast ? `${t('atLeast')} ` : ''}${quantity === null ? '' : `${formatFull(quantity)} ${unit}`}`;
}

function Rows({ view, onOpen }: BillTableProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const quantityOf = useQuantity();
  return (
    <ScrollArea label={t('bill')} className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            {(['quantity', 'price', 'amount'] as const).map((name) => (
              <th key={name} scope="col" className={styles['number']}>
                {t(name)}
              </th>
            ))}
            <th scope="col">{t('inputs')}</th>
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <tr key={row.key}>
              <td className={styles['item']}>
                <Item row={row} onOpen={onOpen} />
              </td>
              <td className={styles['number']} title={row.atLeast ? t('atLeastWhy') : undefined}>
                {quantityOf(row)}
              </td>
              <td className={styles['number']}>{row.price === null ? '' : formatFull(row.price)}</td>
              <td className={styles['number']}>{formatNumber(row.amount, 2)}</td>
              <td className={styles['words']}>{say(row.inputs)}</td>
            </tr>
          ))}
          <tr className={styles['total']}>
            <td colSpan={3}>{t('total')}</td>
            <td className={styles['number']}>{formatNumber(view.total, 2)}</td>
            <td className={styles['words']}>{view.schemeName}</td>
          </tr>
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Cards({ view, onOpen }: BillTableProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const quantityOf = useQuantity();
  return (
    <ul className={styles['cards']} aria-label={t('bill')}>
      {view.rows.map((row) => {
        const price = row.price === null ? '' : formatFull(row.price);
        return (
          <li key={row.key}>
            <div className={styles['cardHead']}>
              <span>
                <Item row={row} onOpen={onOpen} />
              </span>
              <b>{formatNumber(row.amount, 2)}</b>
            </div>
            <div>{[quantityOf(row), price].filter(Boolean).join(' × ')}</div>
            {row.atLeast && <div className={styles['aside']}>{t('atLeastWhy')}</div>}
            <div className={styles['aside']}>{say(row.inputs)}</div>
          </li>
        );
      })}
      <li className={styles['sum']}>
        <div className={styles['cardHead']}>
          <span>{t('total')}</span>
          <b>
            {formatNumber(view.total, 2)} {unitText('CNY')}
          </b>
        </div>
      </li>
    </ul>
  );
}
