import type { ComponentProps } from 'react';

export interface DrawingAreaProps extends Omit<ComponentProps<'div'>, 'role' | 'tabIndex' | 'aria-label'> {
  /** What it shows and by which keys it is worked, for who cannot see it. */
  readonly label: string;
}

/** The area of a drawing that is worked by pointer and by keys of its own; what it shows stands in lists beside it too. */
export function DrawingArea({ label, ...rest }: DrawingAreaProps) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its keys need the focus, as those of any `application`
  return <div role="application" tabIndex={0} aria-label={label} {...rest} />;
}
