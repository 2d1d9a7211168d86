import type { ReactNode } from 'react';
import styles from './Segmented.module.css';

export interface SegmentedProps<T extends string> {
  /** Read out for the group. */
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: ReactNode }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** In the head of a panel: 24 high. */
  readonly small?: boolean;
}

/** A few views side by side, one of them shown; native radio buttons, so that the arrow keys work. */
export function Segmented<T extends string>({ label, options, value, onChange, small }: SegmentedProps<T>) {
  return (
    <fieldset className={`${styles.group} ${small ? styles.small : ''}`} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
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
