import CaretDownFilled from '@ant-design/icons-svg/es/asn/CaretDownFilled';
import CaretUpFilled from '@ant-design/icons-svg/es/asn/CaretUpFilled';
import type { DataTable } from '#contract/envelope.ts';
import { useText } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { Column } from './columns.ts';
import { kindWebs } from './kinds.ts';
import type { KindColumn } from './kindWeb.ts';
import styles from './ResourceTable.module.css';
import { unitText } from '#web/ui/unit.ts';

export interface SortHeadProps {
  readonly column: Column;
  readonly align: KindColumn['align'];
  readonly sorter: DataTable['sorter'];
  readonly onSort: ((field: string) => void) | null;
}

/** The head of a column: label, unit, order. */
export function SortHead({ column: { name, field, pinned }, align, sorter, onSort }: SortHeadProps) {
  const say = useText();
  const order = sorter?.field === name ? sorter.order : undefined;
  const { width } = kindWebs[field.kind].column;
  const words = (
    <>
      {say(field.label)}
      {field.unit && (
        <>
          {' '}
          <span className={styles.unit}>{unitText(field.unit)}</span>
        </>
      )}
      {order && <Icon icon={order === 'ascend' ? CaretUpFilled : CaretDownFilled} size={10} />}
    </>
  );
  return (
    <th
      scope="col"
      className={`${pinned ? styles.pinned : ''} ${align === 'end' ? styles.end : ''}`}
      style={{ minWidth: pinned ? 140 : width }}
      aria-sort={order ? `${order}ing` : undefined}
    >
      {onSort ? (
        <button type="button" onClick={() => onSort(name)}>
          {words}
        </button>
      ) : (
        words
      )}
    </th>
  );
}
