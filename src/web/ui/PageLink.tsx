import type { ReactNode } from 'react';
import { mayOpenPage, type PageKind } from '#contract/objectPage.ts';
import { meterGoal, objectGoal, type PagePart } from '#web/pageGoal.ts';
import { useSession } from '#web/session/session.ts';
import { GoLink } from './GoLink.tsx';
import styles from './PageLink.module.css';

export interface PageLinkProps {
  readonly kind: PageKind;
  /** Of the meter, or of the organisation or monitored object. */
  readonly id: number;
  readonly part?: PagePart;
  /** One of many in a table: in the colour of text. */
  readonly quiet?: boolean;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  /** The popup that it stands in closes. */
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** The name of a meter or object as a link to its page; plain text for whoever may open no page of the kind. */
export function PageLink(props: PageLinkProps) {
  const { kind, id, part, quiet = false, className, title, onFollow, children } = props;
  const { funCodes } = useSession();
  if (!mayOpenPage(kind, (code) => funCodes.includes(code)))
    return (
      <span className={className} title={title}>
        {children}
      </span>
    );
  const goal = kind === 'meter' ? meterGoal(id, part) : objectGoal(id, part);
  return (
    <GoLink
      goal={goal}
      className={className ?? (quiet ? styles.quiet : undefined)}
      title={title}
      onFollow={onFollow}
    >
      {children}
    </GoLink>
  );
}
