import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A place in the product: its route, and what of it is shown. */
export interface Goal {
  readonly to: string;
  readonly search?: Readonly<Record<string, string | number | undefined>>;
}

export interface GoLinkProps {
  readonly goal: Goal;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly onFollow?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A link to another page of the enterprise in view: what else the address holds stays behind. */
export function GoLink({ goal: { to, search }, onFollow, children, ...rest }: GoLinkProps) {
  const own = Object.fromEntries(
    Object.entries(rest).filter((part): part is [string, string] => part[1] !== undefined),
  );
  return (
    <Link
      {...own}
      {...(onFollow ? { onClick: onFollow } : {})}
      to={to as never}
      search={
        ((before: object) => ({
          ...('consumer' in before ? { consumer: before.consumer } : {}),
          ...search,
        })) as never
      }
    >
      {children}
    </Link>
  );
}
