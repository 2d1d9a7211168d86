import type { ReactNode } from 'react';
import { useMay } from '#web/session/session.ts';
import { GoLink, type Goal } from '#web/ui/GoLink.tsx';

export interface MayLinkProps {
  /** The function code of the page. */
  readonly needs: string;
  readonly goal: Goal;
  /** The enterprise that the page is about, where it is not the one in view. */
  readonly consumerId?: number | null;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A link for whoever may open the page; its words alone for others. */
export function MayLink({ needs, goal, consumerId, className, title, children }: MayLinkProps) {
  const may = useMay(needs);
  if (!may)
    return (
      <span className={className} title={title}>
        {children}
      </span>
    );
  const search = { ...goal.search, ...(consumerId == null ? {} : { consumer: consumerId }) };
  return (
    <GoLink goal={{ ...goal, search }} className={className} title={title}>
      {children}
    </GoLink>
  );
}
