import type { Filter } from '#contract/envelope.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Column } from './columns.ts';
import { kindWebs } from './kinds.ts';
import styles from './ResourceTable.module.css';
import { useResourceTexts } from './useResourceTexts.ts';

export interface FilterRowProps {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly onFilter: (field: string, filters: readonly Filter[]) => void;
  readonly consumerId: number | null;
  /** Whether the table has columns before and behind those of the fields. */
  readonly before: boolean;
  readonly behind: boolean;
}

/** The row of filters under the heads. */
export function FilterRow({ columns, filters, onFilter, consumerId, before, behind }: FilterRowProps) {
  const t = useResourceTexts();
  const say = useText();
  return (
    <tr className={styles.filters}>
      {before && <td className={styles.check} aria-hidden="true" />}
      {columns.map(({ name, field, pinned }) => {
        const { Filter: KindFilter } = kindWebs[field.kind];
        return (
          <td key={name} className={pinned ? styles.pinned : ''}>
            <KindFilter
              field={field}
              name={name}
              filters={filters.filter((one) => one.field === name)}
              onChange={(next) => onFilter(name, next)}
              label={t('filterBy', { column: say(field.label) })}
              consumerId={consumerId}
            />
          </td>
        );
      })}
      {behind && <td className={styles.actions} aria-hidden="true" />}
    </tr>
  );
}
