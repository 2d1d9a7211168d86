import type { ValueType, WordOrder } from '#contract/registerMap.ts';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { ItemWire } from '../contract.ts';
import { decimalOf, WORDS } from '../domain/modbus/value.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Collector.module.css';
import { useCollectorTexts } from './useCollectorTexts.ts';

const WAYS: readonly (readonly [ValueType, WordOrder])[] = [
  ['u16', 'ABCD'],
  ['s16', 'ABCD'],
  ['u32', 'ABCD'],
  ['u32', 'CDAB'],
  ['s32', 'ABCD'],
  ['f32', 'ABCD'],
  ['f32', 'CDAB'],
];

const bytesOf = (items: readonly ItemWire[]): Uint8Array =>
  Uint8Array.from(
    items.flatMap((item) => (item.raw ?? '').split(' ').map((byte) => Number.parseInt(byte, 16))),
  );

/** Very large and very small floats are told with an exponent: they are the sign of a wrong order. */
const reported = (decimal: string | null): string =>
  decimal === null ? 'NaN' : decimal.length > 14 ? Number(decimal).toPrecision(6) : decimal;

/** Registers as they stand, read in every type and order. */
export function RegisterTable({ items }: { readonly items: readonly ItemWire[] }) {
  const t = useCollectorTexts();
  const columns: TableColumn<ItemWire>[] = [
    { key: 'register', title: t('register'), classOf: () => styles.mono, render: ({ address }) => address },
    { key: 'raw', title: t('raw'), classOf: () => styles.mono, render: ({ raw }) => raw },
    ...WAYS.map(([type, order]): TableColumn<ItemWire> => ({
      key: type + order,
      title: (
        <>
          {type} {WORDS[type] > 1 && <span className={styles.order}>{order}</span>}
        </>
      ),
      end: true,
      render: (_, i) => {
        const part = items.slice(i, i + WORDS[type]);
        return part.length === WORDS[type] ? reported(decimalOf(bytesOf(part), type, order)) : '';
      },
    })),
  ];
  return (
    <>
      <p className={kit.quiet}>{t('guessNote')}</p>
      <Table<ItemWire>
        look="lines"
        className={styles.table}
        scroll={{ label: t('byRegister') }}
        columns={columns}
        rows={items}
        keyOf={({ address }) => address}
      />
    </>
  );
}
