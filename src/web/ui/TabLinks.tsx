import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import strip from '#web/shell/SubjectTabs.module.css';
import { centreInStrip } from './centreInStrip.ts';
import styles from './TabLinks.module.css';

/** One tab that is an address. */
interface TabLink {
  readonly key: string;
  readonly to: string;
  readonly search: object;
  readonly here: boolean;
  readonly text: ReactNode;
}

export interface TabLinksProps {
  readonly label: string;
  readonly tabs: readonly TabLink[];
}

/** Tabs at the foot of a panel that are links: each can be copied, opened beside, and gone back from; the current one is kept in sight. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const current = useRef<HTMLAnchorElement>(null);
  const here = tabs.find((tab) => tab.here)?.key;
  useEffect(() => {
    if (current.current) centreInStrip(current.current);
  }, [here]);
  return (
    <nav className={`${strip.strip} ${styles.inPanel}`} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to as never}
          search={tab.search as never}
          ref={tab.here ? current : undefined}
          className={`${strip.tab} ${tab.here ? strip.here : ''}`}
          aria-current={tab.here ? 'page' : undefined}
        >
          {tab.text}
        </Link>
      ))}
    </nav>
  );
}
