import type { ReactNode } from 'react';
import styles from './state.module.css';

export interface EmptyStateProps {
  /** Why there is nothing: "No meter in this organisation yet." */
  readonly why: string;
  /** What to do next: "Add one or import a list." */
  readonly next?: string;
  /** Buttons or links for it. */
  readonly children?: ReactNode;
  readonly height?: number | string;
}

/** Empty says why, and what to do next. */
export function EmptyState({ why, next, children, height }: EmptyStateProps) {
  return (
    <div className={styles.state} style={height === undefined ? undefined : { minHeight: height }}>
      <p className={styles.why}>{why}</p>
      {next && <p className={styles.next}>{next}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
