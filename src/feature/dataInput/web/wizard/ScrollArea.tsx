import type { ReactNode } from 'react';

export interface ScrollAreaProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A table that scrolls inside its panel, also by the keys. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
