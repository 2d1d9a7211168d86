import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ARCHIVE_GROUPS, ARCHIVE_TABS, type ArchiveTab } from '#contract/archiveTab.ts';
import { trailTo, useMenu } from '#web/shell/menu.ts';
import { useText } from '#web/text/useTexts.ts';
import styles from './TabStrip.module.css';

/** The tabs of a group, as far as the person may see them. */
export function TabStrip({ tab }: { readonly tab: ArchiveTab }) {
  const say = useText();
  const menu = useMenu();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise here, which is no clean-up.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [tab.number]);
  const tabs = ARCHIVE_TABS.filter((one) => one.group === tab.group && trailTo(menu, one.screen).length > 0);
  return (
    <nav className={styles.strip} aria-label={say(ARCHIVE_GROUPS[tab.group])}>
      {tabs.map((one) => {
        const here = one.number === tab.number;
        return (
          <Link
            key={one.number}
            to={one.screen}
            ref={here ? current : undefined}
            className={here ? styles.here : styles.tab}
            aria-current={here ? 'page' : undefined}
          >
            <span className={styles.number}>{one.number}</span>
            {say(one.name)}
          </Link>
        );
      })}
    </nav>
  );
}
