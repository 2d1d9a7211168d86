import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ARCHIVE_TABS } from '#contract/archiveTab.ts';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { centreInStrip } from '#web/ui/centreInStrip.ts';
import { addressOf, keptQuestion } from './keptSearch.ts';
import { entryAt, plainPath, tabsAt, useWings, type MenuNode } from './menu.ts';
import { HomeChoice } from './HomeChoice.tsx';
import styles from './SubjectTabs.module.css';
import { TabOverflow } from './TabOverflow.tsx';
import { usePagePath } from './usePageTitle.ts';

/** Numbers by which regulations name tabs of the metering archive (specification 1 section 2). */
const NUMBERS = new Map(ARCHIVE_TABS.map(({ screen, number }) => [plainPath(screen), number]));

/**
 * The screens of the subject in view, as far as the person may see them; nothing where it has one alone. A screen that
 * search alone finds stands behind them while it is in view. Below a tab that holds several views of one thing stand
 * those.
 */
export function SubjectTabs() {
  const path = plainPath(usePagePath());
  const here = useRouterState({ select: (state) => state.location.pathname });
  const entry = entryAt(useWings(), path);
  const strips = useRef<HTMLElement>(null);
  useEffect(() => {
    strips.current?.querySelectorAll('[aria-current]').forEach(centreInStrip);
  }, [path]);
  if (!entry || findPage(pages, here)?.ownTabs) return null;
  const isHere = ({ url }: MenuNode): boolean => plainPath(url) === path;
  const tabs = tabsAt(entry, path);
  if (tabs.flatMap(({ screens }) => screens).length < 2) return null;
  const open = tabs.find(({ screens }) => screens.some(isHere));
  return (
    <nav ref={strips} className={styles.tabs} aria-label={entry.node.funName}>
      {tabs.length > 1 && (
        <TabOverflow
          end={<HomeChoice path={path} />}
          tabs={(onGo) =>
            tabs.map((tab) => {
              const [first] = tab.screens;
              const here = tab === open;
              const name = tab.screens.length === 1 ? first?.funName : tab.node.funName;
              return (
                <Tab
                  key={tab.node.funCode}
                  url={first?.url ?? null}
                  look="tab"
                  here={here && tab.screens.length > 1 ? 'within' : here}
                  onGo={onGo}
                >
                  {name ?? ''}
                </Tab>
              );
            })
          }
        />
      )}
      {open && open.screens.length > 1 && (
        <div className={styles.views}>
          {open.screens.map((screen) => (
            <Tab key={screen.funCode} url={screen.url} look="view" here={isHere(screen)}>
              {screen.funName}
            </Tab>
          ))}
        </div>
      )}
    </nav>
  );
}

interface TabProps {
  readonly url: string | null;
  readonly look: 'tab' | 'view';
  /** A tab that holds the page in view among its views is current, and no page. */
  readonly here: boolean | 'within';
  readonly onGo?: (() => void) | undefined;
  readonly children: string;
}

function Tab({ url, look, here, onGo, children }: TabProps) {
  const search = useRouterState({ select: (state) => state.location.search });
  const number = NUMBERS.get(plainPath(url));
  return (
    <Link
      to={addressOf(url)}
      search={keptQuestion(search) as never}
      onClick={onGo}
      className={`${styles[look]} ${here ? styles.here : ''}`}
      aria-current={here === 'within' ? 'true' : here ? 'page' : undefined}
    >
      {number !== undefined && <span className={styles.number}>{number}</span>}
      {children}
    </Link>
  );
}
