import type { Filter } from '#contract/envelope.ts';
import { useText } from '#web/text/useTexts.ts';
import type { Column } from './columns.ts';
import { kindWebs } from './kinds.ts';
import styles from './ResourcePage.module.css';

export interface FilterPanelProps {
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly onFilter: (field: string, filters: readonly Filter[]) => void;
  readonly consumerId: number | null;
}

/** The filters of a narrow screen, one below the other. */
export function FilterPanel({ columns, filters, onFilter, consumerId }: FilterPanelProps) {
  const say = useText();
  return (
    <div className={styles.filterPanel}>
      {columns.map(({ name, field }) => {
        const { Filter: KindFilter } = kindWebs[field.kind];
        return (
          <div key={name}>
            <span>{say(field.label)}</span>
            <KindFilter
              field={field}
              name={name}
              filters={filters.filter((one) => one.field === name)}
              onChange={(next) => onFilter(name, next)}
              label={say(field.label)}
              consumerId={consumerId}
            />
          </div>
        );
      })}
    </div>
  );
}
