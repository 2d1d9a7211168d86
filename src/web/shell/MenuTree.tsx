import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import UpOutlined from '@ant-design/icons-svg/es/asn/UpOutlined';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { addressOf, keptSearch } from './keptSearch.ts';
import { setLayoutFlag } from './layout.ts';
import { plainPath, trailTo, useMenu, type MenuNode } from './menu.ts';
import { menuIcon } from './menuIcon.ts';
import styles from './MenuTree.module.css';
import { usePagePath } from './usePageTitle.ts';

/** The menu tree. Collapsing forgets which groups were open; a press on an icon opens the menu at its group. */
export function MenuTree({ collapsed }: { collapsed: boolean }) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  const menu = useMenu();
  const path = usePagePath();
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const trail = trailTo(menu, path);
  const current = trail
    .slice(0, -1)
    .map((node) => node.funCode)
    .join('/');
  const [settled, setSettled] = useState('');
  if (settled !== `${collapsed} ${current}`) {
    setSettled(`${collapsed} ${current}`);
    setOpenKeys(collapsed ? new Set() : new Set([...openKeys, ...current.split('/')]));
  }
  const toggle = (key: string): void => {
    if (collapsed) {
      setLayoutFlag('collapsed', false);
      setOpenKeys(new Set([key]));
      return;
    }
    const next = new Set(openKeys);
    if (!next.delete(key)) next.add(key);
    setOpenKeys(next);
  };
  const state = { openKeys, toggle, collapsed, active: trail.map((node) => node.funCode) };
  const list = useRef<HTMLElement>(null);
  const chosen = trail.at(-1)?.funCode;
  useEffect(() => showChosen(list.current), [chosen, collapsed]);
  return (
    <nav ref={list} className={styles.menu} aria-label={t('menu')}>
      <Level nodes={menu} depth={0} {...state} />
    </nav>
  );
}

interface LevelProps {
  readonly nodes: readonly MenuNode[];
  readonly depth: number;
  readonly openKeys: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  readonly collapsed: boolean;
  /** Function codes from the top to the current page. */
  readonly active: readonly string[];
}

function Level({ nodes, depth, ...state }: LevelProps) {
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.funCode}>
          {node.children?.length ? (
            <Group node={node} depth={depth} {...state} />
          ) : (
            <Leaf
              node={node}
              depth={depth}
              collapsed={state.collapsed}
              current={state.active.at(-1) === node.funCode}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Group({ node, depth, ...state }: Omit<LevelProps, 'nodes'> & { node: MenuNode }) {
  const open = state.openKeys.has(node.funCode) && !state.collapsed;
  const active = state.active.includes(node.funCode);
  // What a press opens or closes moves; what an address opens is there at once.
  const [moving, setMoving] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.row} ${active && (state.collapsed || !open) ? styles.within : ''}`}
        style={{ paddingLeft: indent(depth) }}
        aria-expanded={open}
        aria-label={node.funName}
        title={state.collapsed ? node.funName : undefined}
        onClick={() => {
          setMoving(true);
          state.toggle(node.funCode);
        }}
      >
        {depth === 0 && <Icon icon={menuIcon(node.iconName, node.funCode)} />}
        {!state.collapsed && (
          <>
            <span className={styles.name}>{node.funName}</span>
            <Icon icon={open ? UpOutlined : DownOutlined} size={10} />
          </>
        )}
      </button>
      {(open || (moving && !state.collapsed)) && (
        <div
          className={`${styles.below} ${moving ? styles.moving : ''} ${open ? '' : styles.folded}`}
          onTransitionEnd={(event) => {
            if (event.target === event.currentTarget && event.propertyName === 'grid-template-rows')
              setMoving(false);
          }}
        >
          <Level nodes={node.children ?? []} depth={depth + 1} {...state} />
        </div>
      )}
    </>
  );
}

interface LeafProps {
  readonly node: MenuNode;
  readonly depth: number;
  readonly collapsed: boolean;
  readonly current: boolean;
}

function Leaf({ node, depth, collapsed, current }: LeafProps) {
  const search = useRouterState({ select: (state) => state.location.search });
  return (
    <Link
      to={addressOf(node.url) || plainPath(node.url)}
      search={keptSearch(search) as never}
      className={`${styles.row} ${current ? styles.current : ''}`}
      style={{ paddingLeft: indent(depth) }}
      aria-current={current ? 'page' : undefined}
      aria-label={node.funName}
      title={collapsed ? node.funName : undefined}
    >
      {depth === 0 && <Icon icon={menuIcon(node.iconName, node.funCode)} />}
      {!collapsed && <span className={styles.name}>{node.funName}</span>}
    </Link>
  );
}

/** Moves the chosen entry into view within the menu alone; `scrollIntoView` would move the page as well. */
function showChosen(list: HTMLElement | null): void {
  const row = list?.querySelector('[aria-current="page"]');
  if (!list || !row) return;
  const [seen, at] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.top < seen.top || at.bottom > seen.bottom)
    list.scrollTop += at.top - seen.top - (seen.height - at.height) / 2;
}

function indent(depth: number): number {
  return depth === 0 ? 16 : 32 + (depth - 1) * 12;
}
