import type { CSSProperties, ReactNode } from 'react';

export interface ScrollAreaProps {
  /** What lies in it, for who cannot see it. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A part of a page that scrolls by itself, also by the keys. */
export function ScrollArea({ label, className, style, children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section className={className} style={style} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
