import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

/** The one row of filters over an analysis or a list; stays in sight where the layout fixes the ribbon. */
export function FilterBar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.bar} data-ribbon>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** A filter with its name before it. */
export function FilterField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {children}
    </label>
  );
}
