import { dataCode } from '#contract/dataCode.ts';
import { useText } from '#web/text/useTexts.ts';
import { MISSING } from '#domain/figure/number.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { ItemWire } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Collector.module.css';
import { useCollectorTexts } from './useCollectorTexts.ts';

/** What a model's map made of what was read. */
export function ItemTable({ items }: { readonly items: readonly ItemWire[] }) {
  const t = useCollectorTexts();
  const say = useText();
  const columns: TableColumn<ItemWire>[] = [
    {
      key: 'item',
      title: t('item'),
      render: ({ code }) => {
        const known = code === null ? undefined : dataCode(code);
        return (
          <>
            {code} <span className={kit.quiet}>{known && say(known.label)}</span>
          </>
        );
      },
    },
    { key: 'register', title: t('register'), classOf: () => styles.mono, render: ({ address }) => address },
    { key: 'raw', title: t('raw'), classOf: () => styles.mono, render: ({ raw }) => raw ?? MISSING },
    {
      key: 'value',
      title: t('value'),
      end: true,
      render: ({ code, value, fault }) =>
        value === null ? (
          <span className={styles.fault}>{fault ? say(fault) : MISSING}</span>
        ) : (
          <>
            {value} <span className={kit.quiet}>{code === null ? '' : dataCode(code)?.unit}</span>
          </>
        ),
    },
  ];
  return (
    <Table<ItemWire>
      look="lines"
      className={styles.table}
      scroll={{ label: t('readTitle') }}
      columns={columns}
      rows={items}
      keyOf={({ code, address }) => code ?? address}
    />
  );
}
