import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined';
import { Link, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { addressOf, keptSearch } from './keptSearch.ts';
import { setLayoutFlag } from './layout.ts';
import { entryAt, trailTo, useMenu, useWings, type MenuEntry, type MenuWing } from './menu.ts';
import { menuIcon } from './menuIcon.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MenuTree.module.css';
import { usePagePath } from './usePageTitle.ts';

// It comes with the bell, whose answer it tells.
const WatchCount = lazy(async () => ({ default: (await import('./Bell.tsx')).WatchCount }));
/** The wing of alarms. */
const WATCH = 'Watch';

/**
 * The side menu: wings, of which one at a time is open, and their subjects. It opens where the page in view stands;
 * collapsed to icons it shows wings alone, and a press opens the menu at its wing.
 */
export function MenuTree({ collapsed }: { collapsed: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const menu = useMenu();
  const path = usePagePath();
  const wings = useWings();
  const within = trailTo(menu, path)[0]?.funCode ?? '';
  const chosen = entryAt(wings, path)?.node.funCode;
  const [open, setOpen] = useState('');
  const [settled, setSettled] = useState('');
  if (settled !== `${collapsed} ${within}`) {
    setSettled(`${collapsed} ${within}`);
    setOpen(collapsed ? '' : within);
  }
  const toggle = (code: string): void => {
    if (collapsed) setLayoutFlag('collapsed', false);
    setOpen(open === code && !collapsed ? '' : code);
  };
  const list = useRef<HTMLElement>(null);
  useEffect(() => showChosen(list.current), [chosen, collapsed]);
  return (
    <nav ref={list} className={styles.menu} aria-label={t('menu')}>
      <ul className={kit.list}>
        {wings.map((wing) => (
          <li key={wing.node.funCode}>
            {wing.entries.length > 0 ? (
              <Wing
                wing={wing}
                open={open === wing.node.funCode && !collapsed}
                within={within === wing.node.funCode}
                collapsed={collapsed}
                chosen={chosen}
                onToggle={() => toggle(wing.node.funCode)}
              />
            ) : (
              <Entry entry={wing} top collapsed={collapsed} current={chosen === wing.node.funCode} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface WingProps {
  readonly wing: MenuWing;
  readonly open: boolean;
  /** The page in view stands in it. */
  readonly within: boolean;
  readonly collapsed: boolean;
  readonly chosen: string | undefined;
  readonly onToggle: () => void;
}

function Wing({ wing: { node, entries }, open, within, collapsed, chosen, onToggle }: WingProps) {
  // What a press opens or closes moves; what an address opens is there at once.
  const [moving, setMoving] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.row} ${within && !open ? styles.within : ''}`}
        aria-expanded={open}
        aria-label={collapsed ? node.funName : undefined}
        title={collapsed ? node.funName : undefined}
        onClick={() => {
          setMoving(true);
          onToggle();
        }}
      >
        <Icon icon={menuIcon(node.iconName, node.funCode)} />
        {!collapsed && (
          <>
            <span className={styles.name}>{node.funName}</span>
            {node.funCode === WATCH && (
              <Suspense>
                <WatchCount />
              </Suspense>
            )}
            <Icon icon={open ? UpOutlined : DownOutlined} size={10} />
          </>
        )}
      </button>
      {(open || (moving && !collapsed)) && (
        <div
          className={`${styles.below} ${moving ? styles.moving : ''} ${open ? '' : styles.folded}`}
          onTransitionEnd={(event) => {
            if (event.target === event.currentTarget && event.propertyName === 'grid-template-rows')
              setMoving(false);
          }}
        >
          <ul className={kit.list}>
            {entries.map((entry) => (
              <li key={entry.node.funCode}>
                <Entry entry={entry} collapsed={false} current={entry.node.funCode === chosen} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly top?: boolean;
  readonly collapsed: boolean;
  readonly current: boolean;
}

/** Leads to the first screen of an entry, or the one that it names. */
function Entry({ entry: { node, tabs, leads }, top = false, collapsed, current }: EntryProps) {
  const search = useRouterState({ select: (state) => state.location.search });
  return (
    <Link
      to={addressOf(leads ?? tabs[0]?.url ?? null)}
      search={keptSearch(search) as never}
      className={`${styles.row} ${top ? '' : styles.entry} ${current ? styles.current : ''}`}
      aria-current={current ? 'page' : undefined}
      aria-label={node.funName}
      title={node.funName}
    >
      {top && <Icon icon={menuIcon(node.iconName, node.funCode)} />}
      {!collapsed && <span className={styles.name}>{node.funName}</span>}
    </Link>
  );
}

/** Moves the chosen entry into view within the menu alone; `scrollIntoView` would move the page as well. */
function showChosen(menu: HTMLElement | null): void {
  const list = menu?.parentElement;
  const row = menu?.querySelector('[aria-current="page"]');
  if (!list || !row) return;
  const [seen, at] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.top < seen.top || at.bottom > seen.bottom)
    list.scrollTop += at.top - seen.top - (seen.height - at.height) / 2;
}
