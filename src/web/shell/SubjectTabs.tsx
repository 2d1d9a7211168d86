import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import { addressOf, keptSearch } from './keptSearch.ts';
import { entryAt, plainPath, useMenu, wingsOf } from './menu.ts';
import styles from './SubjectTabs.module.css';
import { usePagePath } from './usePageTitle.ts';

/** Numbers by which regulations name tabs of the metering archive (specification 1 section 2). */
const NUMBERS = new Map(ARCHIVE_TABS.map(({ screen, number }) => [plainPath(screen), number]));

/** The screens of the subject in view, as far as the person may see them; nothing where it has one alone. */
export function SubjectTabs() {
  const path = plainPath(usePagePath());
  const search = useRouterState({ select: (state) => state.location.search });
  const entry = entryAt(wingsOf(useMenu()), path);
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise here, which is no clean-up.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  if (!entry || entry.tabs.length < 2) return null;
  return (
    <nav className={styles.strip} aria-label={entry.node.funName}>
      {entry.tabs.map((tab) => {
        const here = plainPath(tab.url) === path;
        const number = NUMBERS.get(plainPath(tab.url));
        return (
          <Link
            key={tab.funCode}
            to={addressOf(tab.url)}
            search={keptSearch(search) as never}
            ref={here ? current : undefined}
            className={here ? styles.here : styles.tab}
            aria-current={here ? 'page' : undefined}
          >
            {number !== undefined && <span className={styles.number}>{number}</span>}
            {tab.funName}
          </Link>
        );
      })}
    </nav>
  );
}
