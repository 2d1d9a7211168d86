import type { ReactNode } from 'react';
import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { formatFull, formatNumber } from '#domain/figure/number.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { BillRow, BillView } from '../contract.ts';
import { isLeast } from '../domain/paper.ts';
import { unitText } from '#web/ui/unit.ts';
import kit from '#web/ui/kit.module.css';
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

/** The sum, which may be more where a demand of it may have been. */
function useTotal(): (view: BillView) => string {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  return (view) => `${isLeast(view) ? `${t('atLeast')} ` : ''}${formatNumber(view.total, 2)}`;
}

function Rows({ view, onOpen }: BillTableProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const quantityOf = useQuantity();
  const totalOf = useTotal();
  const columns: TableColumn<BillRow>[] = [
    {
      key: 'item',
      title: t('item'),
      classOf: () => styles['item'],
      render: (row) => <Item row={row} onOpen={onOpen} />,
    },
    {
      key: 'quantity',
      title: t('quantity'),
      end: true,
      hint: ({ atLeast }) => (atLeast ? t('atLeastWhy') : undefined),
      render: quantityOf,
    },
    {
      key: 'price',
      title: t('price'),
      end: true,
      render: ({ price }) => (price === null ? '' : formatFull(price)),
    },
    { key: 'amount', title: t('amount'), end: true, render: ({ amount }) => formatNumber(amount, 2) },
    {
      key: 'inputs',
      title: t('inputs'),
      classOf: () => styles['words'],
      render: ({ inputs }) => say(inputs),
    },
  ];
  return (
    <Table<BillRow>
      look="panel"
      className={styles['table']}
      scroll={{ label: t('bill') }}
      columns={columns}
      rows={view.rows}
      keyOf={({ key }) => key}
      foot={[
        { content: t('total'), span: 3, className: styles['off'] },
        { content: totalOf(view), end: true, className: styles['off'] },
        { content: view.schemeName, className: `${styles['words']} ${styles['off']}` },
      ]}
    />
  );
}

function Cards({ view, onOpen }: BillTableProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const say = useText();
  const quantityOf = useQuantity();
  const totalOf = useTotal();
  return (
    <ul className={`${kit.list} ${styles.cards}`} aria-label={t('bill')}>
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
            {row.atLeast && <div className={kit.quiet}>{t('atLeastWhy')}</div>}
            <div className={kit.quiet}>{say(row.inputs)}</div>
          </li>
        );
      })}
      <li className={styles['sum']}>
        <div className={styles['cardHead']}>
          <span>{t('total')}</span>
          <b>
            {totalOf(view)} {unitText('CNY')}
          </b>
        </div>
      </li>
    </ul>
  );
}
