import HistoryOutlined from '@ant-design/icons-svg/es/asn/HistoryOutlined';
import StarFilled from '@ant-design/icons-svg/es/asn/StarFilled';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { pages } from '#web/features.ts';
import { findPage } from '#web/page.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useMenu, trailTo } from './menu.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Places.module.css';
import { pathOf, recentStore, starredStore, visited, withoutDialog, type Place } from './places.ts';
import { usePageTitle } from './usePageTitle.ts';

/** Whoever only passes through a page was not at it. */
const STAY_MS = 2000;

/** The pages that the person starred, and those it was at last, over the menu. */
export function Places() {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const starred = useSyncExternalStore(starredStore.subscribe, starredStore.get);
  const recent = useSyncExternalStore(recentStore.subscribe, recentStore.get);
  const here = useRouterState({ select: (state) => state.location.href });
  const shown = recent.filter(
    ({ address }) => pathOf(address) !== pathOf(here) && !starred.some((one) => one.address === address),
  );
  return (
    <>
      <PlaceList title={t('starred')} icon={StarFilled} places={starred} here={here} />
      <PlaceList title={t('recent')} icon={HistoryOutlined} places={shown} here={here} />
    </>
  );
}

interface PlaceListProps {
  readonly title: string;
  readonly icon: IconDefinition;
  readonly places: readonly Place[];
  readonly here: string;
}

function PlaceList({ title, icon, places, here }: PlaceListProps) {
  const nameOf = usePlaceName();
  if (places.length === 0) return null;
  return (
    <nav className={styles.places} aria-label={title}>
      <div className={styles.title}>{title}</div>
      <ul className={kit.list}>
        {places.map((place) => {
          const { address } = place;
          const name = nameOf(place);
          return (
            <li key={address}>
              <a href={`#${address}`} title={name} aria-current={address === here ? 'page' : undefined}>
                <Icon icon={icon} />
                <span>{name}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** What a place is called: what it shows by its own name, a page as the menu calls it now, in the language of now. */
function usePlaceName(): (place: Place) => string {
  const menu = useMenu();
  const text = useText();
  return ({ address, title, own }) => {
    if (own) return title;
    const page = findPage(pages, pathOf(address));
    const inMenu = page?.parent ? undefined : trailTo(menu, pathOf(address)).at(-1)?.funName;
    return inMenu ?? (page ? text(page.title) : title);
  };
}

/** Whether the address in view leads to a screen. */
export function useIsPage(): boolean {
  const menu = useMenu();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return findPage(pages, path) !== undefined || trailTo(menu, path).length > 0;
}

/** Notes the page in view among those that the person was at. */
export function useVisit(): void {
  const href = useRouterState({ select: (state) => state.location.href });
  const address = withoutDialog(href);
  const { title, own } = usePageTitle();
  const known = useIsPage();
  // A page about one thing is noted once its name is known: what is not there has none.
  const unnamed = !own && findPage(pages, pathOf(address))?.ownTabs === true;
  useEffect(() => {
    if (!title || !known || unnamed) return;
    const timer = setTimeout(() => {
      const recent = recentStore.get();
      if (recent[0]?.address !== address || recent[0].title !== title)
        recentStore.set(visited(recent, { address, title, own }));
    }, STAY_MS);
    return () => clearTimeout(timer);
  }, [address, title, own, known, unnamed]);
}
