import type { CSSProperties, ReactNode } from 'react';
import kit from './kit.module.css';
import styles from './Panel.module.css';
import { unitText } from './unit.ts';

export interface PanelProps {
  readonly title?: ReactNode;
  /** Unit or span, behind the title in secondary text. */
  readonly unit?: ReactNode;
  /** At the right end of the head: legend, link, switch. */
  readonly extra?: ReactNode;
  /** Without inner padding, for tables and strips. */
  readonly flush?: boolean;
  readonly style?: CSSProperties;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The one frame of content: a line, no shadow, a head of 36. No panel inside a panel. */
export function Panel({ title, unit, extra, flush, style, className, children }: PanelProps) {
  return (
    <section className={`${styles.panel} ${className ?? ''}`} style={style}>
      {(title || extra) && (
        <header className={styles.head}>
          <h2 className={styles.title}>
            {title}
            {unit && <span className={kit.quiet}>{typeof unit === 'string' ? unitText(unit) : unit}</span>}
          </h2>
          {extra && <div className={styles.extra}>{extra}</div>}
        </header>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
