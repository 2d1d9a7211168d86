import type { ReactNode } from 'react';
import styles from './Choice.module.css';

export interface ChoiceProps<T extends string | number> {
  /** Read out for the group. */
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: ReactNode; readonly lang?: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Options beside each other. */
  readonly columns?: number;
}

/** One of a few options, all in sight; native radio buttons, so that the arrow keys work. */
export function Choice<T extends string | number>({
  label,
  options,
  value,
  onChange,
  columns = 1,
}: ChoiceProps<T>) {
  return (
    <fieldset className={styles.choice} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option} lang={option.lang}>
          <input
            type="radio"
            name={label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
