import type { CSSProperties, ReactNode } from 'react';

export interface ScrollAreaProps {
  /** What lies in it, for who cannot see it; null where its one table says it. */
  readonly label: string | null;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** A part of a page that scrolls by itself, also by the keys. */
export function ScrollArea({ label, className, style, children }: ScrollAreaProps) {
  const Part = label === null ? 'div' : 'section';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <Part className={className} style={style} aria-label={label ?? undefined} tabIndex={0}>
      {children}
    </Part>
  );
}
