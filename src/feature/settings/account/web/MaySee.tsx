import { useQuery } from '@tanstack/react-query';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { idsOf } from '#web/resource/ids.ts';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { orgTreeQuery, type OrgTreeNode } from '#web/session/orgTree.ts';
import { useSession } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { SearchBox } from './SearchBox.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Permission.module.css';

const HEIGHT = 200;
/** From so many on one looks for a place rather than at all of them. */
const MANY = 12;

const matches = (node: OrgTreeNode, word: string): boolean =>
  `${node.name} ${node.code ?? ''}`.toLowerCase().includes(word);

/** The nodes that match, with what stands above them; all below one that matches. */
function shown(nodes: readonly OrgTreeNode[], word: string): OrgTreeNode[] {
  return nodes.flatMap((node) => {
    if (matches(node, word)) return [node];
    const children = shown(node.children ?? [], word);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

const count = (nodes: readonly OrgTreeNode[]): number =>
  nodes.reduce((sum, node) => sum + 1 + count(node.children ?? []), 0);

/** What stands below a chosen unit goes with it. */
function branches(
  nodes: readonly OrgTreeNode[],
  chosen: ReadonlySet<number>,
  above: boolean,
): { data: TreeDataNode[]; checked: number[] } {
  const parts = nodes.map((node) => {
    const within = above || chosen.has(node.id);
    const below = branches(node.children ?? [], chosen, within);
    return {
      data: { key: node.id, title: node.name, disabled: above, children: below.data },
      checked: within ? [node.id, ...below.checked] : below.checked,
    };
  });
  return { data: parts.map(({ data }) => data), checked: parts.flatMap(({ checked }) => checked) };
}

/**
 * What an account may see: all, or these sites and units of its enterprise. One tick says which. Who sees a part himself gives
 * nobody all of it.
 */
export function MaySee({ id, value, onChange, consumerId, describedBy, label }: InputProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const { limited = false } = useSession();
  const tree = useQuery(orgTreeQuery(consumerId));
  const [search, setSearch] = useState('');
  const chosen = useMemo(() => new Set(idsOf(value)), [value]);
  const places = useMemo(() => (tree.data ?? []).flatMap((node) => node.children ?? []), [tree.data]);
  const groups = useMemo(() => {
    const word = search.trim().toLowerCase();
    const found = word === '' ? places : shown(places, word);
    return (['site', 'unit'] as const)
      .map((kind) => ({
        kind,
        ...branches(
          found.filter((node) => node.kind === kind),
          chosen,
          false,
        ),
      }))
      .filter(({ data }) => data.length > 0);
  }, [places, search, chosen]);
  const treeData = groups.map(({ kind, data }): TreeDataNode => {
    const title = t(kind === 'site' ? 'sites' : 'units');
    return { key: kind, title, checkable: false, children: data };
  });
  const toggle = (key: number, checked: boolean): void => {
    const next = new Set(chosen);
    if (checked) next.add(key);
    else next.delete(key);
    onChange(next.size > 0 ? [...next] : null);
  };
  const narrowed = chosen.size > 0;
  return (
    <fieldset
      id={id}
      className={styles.maySee}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
    >
      {!limited && (
        <label className={`${kit.row} ${styles.check}`}>
          <input type="checkbox" checked={!narrowed} disabled={!narrowed} onChange={() => onChange(null)} />
          {t('all')}
        </label>
      )}
      {consumerId === null ? (
        <p className={styles.hint}>{t('firstEnterprise')}</p>
      ) : tree.isError ? (
        <ErrorState what={tree.error.message} onRetry={() => void tree.refetch()} />
      ) : !tree.data ? (
        <LoadingState height={72} />
      ) : places.length === 0 ? (
        <p className={styles.hint}>{t('noPlaces')}</p>
      ) : (
        <>
          {count(places) > MANY && <SearchBox label={t('findPlace')} value={search} onChange={setSearch} />}
          {groups.length === 0 && <p className={styles.hint}>{t('nothingFound')}</p>}
          <Tree
            key={search.trim()}
            checkable
            checkStrictly
            selectable={false}
            height={HEIGHT}
            defaultExpandAll
            treeData={treeData}
            checkedKeys={{ checked: groups.flatMap(({ checked }) => checked), halfChecked: [] }}
            onCheck={(_keys, { node, checked }) => toggle(Number(node.key), checked)}
          />
        </>
      )}
    </fieldset>
  );
}
