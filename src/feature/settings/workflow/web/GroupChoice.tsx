import styles from './Workflow.module.css';

export interface GroupChoiceProps {
  /** Read out for the whole. */
  readonly label: string;
  /** The words for no choice. */
  readonly all: string;
  readonly groups: readonly { readonly key: string; readonly name: string; readonly count: number }[];
  readonly value: string | undefined;
  readonly onChange: (key: string | undefined) => void;
}

// A year of days is looked through by the filter, not by buttons.
const MOST = 31;

/** How many requests a day or a type has; a press shows those alone. */
export function GroupChoice({ label, all, groups, value, onChange }: GroupChoiceProps) {
  return (
    <fieldset className={styles.groups} style={{ margin: 0, border: 0 }} aria-label={label}>
      <button
        type="button"
        className={styles.group}
        aria-pressed={value === undefined}
        onClick={() => onChange(undefined)}
      >
        {all}
      </button>
      {groups.slice(0, MOST).map((group) => (
        <button
          key={group.key}
          type="button"
          className={styles.group}
          aria-pressed={value === group.key}
          onClick={() => onChange(group.key)}
        >
          {group.name} <small>{group.count}</small>
        </button>
      ))}
    </fieldset>
  );
}
