import { useQuery } from '@tanstack/react-query';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { baseOf } from '#contract/text.ts';
import { resourceOf } from '#resource/index.ts';
import { idsOf } from '#web/resource/ids.ts';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { allQuery } from '#web/resource/rows.ts';
import { useLanguage } from '#web/text/language.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import {
  type FunctionNode,
  functionTree,
  idsAbove,
  idsBelow,
  idsOnTheWay,
  matching,
} from './functionTree.ts';
import { SearchBox } from './SearchBox.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Permission.module.css';

const HEIGHT = 300;
const NAME = { zh: 'funName', en: 'funNameEn' } as const;

/** How many functions of a wing are chosen, behind its name. */
function Wing({ node, chosen }: { node: FunctionNode; chosen: ReadonlySet<number> }) {
  const ids = idsBelow(node.children);
  return (
    <>
      {node.name}
      {ids.length > 0 && (
        <small className={styles.note}>
          {ids.filter((id) => chosen.has(id)).length} / {ids.length}
        </small>
      )}
    </>
  );
}

const branch = (node: FunctionNode): TreeDataNode => ({
  key: node.id,
  title: node.name,
  children: node.children.map(branch),
});

/**
 * What a role may do, by the wings of the menu; a node goes with all below it that is in sight, and brings the groups
 * above it.
 */
export function FunctionTree({ id, value, onChange, describedBy, label }: InputProps) {
  const language = useLanguage();
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const rows = useQuery(allQuery(resourceOf('fun'), []));
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<readonly number[]>([]);
  const tree = useMemo(() => functionTree(rows.data ?? [], NAME[baseOf(language)]), [rows.data, language]);
  const shown = useMemo(() => matching(tree, search), [tree, search]);
  if (rows.isError) return <ErrorState what={rows.error.message} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <LoadingState height={HEIGHT} />;
  const chosen = new Set(idsOf(value));
  const toggle = (key: number, checked: boolean): void => {
    const next = new Set(chosen);
    const find = (nodes: readonly FunctionNode[]): readonly FunctionNode[] =>
      nodes.flatMap((node) => (node.id === key ? [node] : find(node.children)));
    for (const one of idsBelow(find(shown))) {
      if (checked) next.add(one);
      else next.delete(one);
    }
    // A screen is reachable only where its groups are permitted too.
    if (checked) for (const up of idsAbove(rows.data, key)) next.add(up);
    onChange([...next]);
  };
  const look = (text: string): void => {
    setSearch(text);
    setOpened(text.trim() === '' ? [] : idsOnTheWay(matching(tree, text), text));
  };
  return (
    <fieldset
      id={id}
      className={styles.functions}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
    >
      <div className={kit.barLoose}>
        <SearchBox label={t('search')} value={search} onChange={look} />
        <small>{t('chosenOf', { n: chosen.size, all: rows.data.length })}</small>
      </div>
      {shown.length === 0 && <p className={styles.hint}>{t('nothingFound')}</p>}
      <Tree
        aria-label={t('wings')}
        checkable
        checkStrictly
        selectable={false}
        height={HEIGHT}
        treeData={shown.map((node) => ({ ...branch(node), title: <Wing node={node} chosen={chosen} /> }))}
        expandedKeys={[...opened]}
        onExpand={(keys) => setOpened(keys.map(Number))}
        checkedKeys={{ checked: [...chosen], halfChecked: [] }}
        onCheck={(_keys, { node, checked }) => toggle(Number(node.key), checked)}
      />
    </fieldset>
  );
}
