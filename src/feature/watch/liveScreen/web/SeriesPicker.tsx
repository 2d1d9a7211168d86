import { useQuery } from '@tanstack/react-query';
import { Tree } from 'antd';
import { useState } from 'react';
import type { ObjectNode } from '#feature/meters/monitorObject/contract.ts';
import { useObjects } from '#web/ui/ObjectSelect.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { type ItemWire, MOST_SERIES } from '../contract.ts';
import { itemsQuery, objectsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Live.module.css';
import { useLiveTexts } from './useLiveTexts.ts';

export interface SeriesPickerProps {
  readonly consumerId: number;
  readonly tree: 'object' | 'meter';
  readonly chosen: readonly string[];
  readonly onTree: (tree: 'object' | 'meter') => void;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A node of a tree: `o12` an object, `m7` a meter, others only hold them. */
interface Node {
  key: string;
  title: string;
  children: Node[];
}

const ofObjects = (nodes: readonly ObjectNode[]): Node[] =>
  nodes.map((node) => ({ key: `o${node.id}`, title: node.orgName, children: ofObjects(node.children) }));

/** The nodes whose names hold a word, with those over them. */
function found(nodes: readonly Node[], word: string): Node[] {
  if (word === '') return [...nodes];
  return nodes.flatMap((node) => {
    const children = found(node.children, word);
    const own = node.title.toLowerCase().includes(word);
    return own || children.length > 0 ? [{ ...node, children: own ? node.children : children }] : [];
  });
}

/** What is drawn is chosen in two steps: an object or a meter, then what it tells. */
export function SeriesPicker({ consumerId, tree, chosen, onTree, onChange }: SeriesPickerProps) {
  const t = useLiveTexts();
  const [picked, setPicked] = useState<string | null>(null);
  const [word, setWord] = useState('');
  // Before anything is picked: the meter of the first curve.
  const drawn = chosen[0] === undefined ? null : `m${chosen[0].split('.')[0]}`;
  const objects = useQuery(objectsQuery(consumerId));
  const meters = useMeterTree(consumerId);
  const nodes = tree === 'meter' ? meters : ofObjects(objects.data ?? []);
  const shown = found(nodes, word.trim().toLowerCase());
  return (
    <Panel
      title={t('pick')}
      extra={<span className={styles.quiet}>{`${chosen.length}/${MOST_SERIES}`}</span>}
    >
      <div className={kit.stack}>
        <Segmented
          small
          label={t('pick')}
          value={tree}
          options={[
            { value: 'object', text: t('pickTree') },
            { value: 'meter', text: t('pickMeter') },
          ]}
          onChange={onTree}
        />
        <SearchInput label={t('search')} value={word} onChange={setWord} />
        <div className={styles.tree}>
          {tree === 'object' && objects.error ? (
            <ErrorState what={objects.error.message} onRetry={() => void objects.refetch()} height={120} />
          ) : tree === 'object' && !objects.data ? (
            <LoadingState height={120} />
          ) : shown.length === 0 ? (
            <EmptyState
              why={word ? t('noMatch') : t('noObject')}
              next={word ? undefined : t('noObjectNext')}
              height={120}
            />
          ) : (
            <Tree
              blockNode
              key={`${tree} ${word}`}
              treeData={shown}
              defaultExpandAll={word !== '' || nodes.length < 4}
              selectedKeys={[picked ?? drawn ?? '']}
              onSelect={([key]) => setPicked(key === undefined ? null : String(key))}
            />
          )}
        </div>
        <Items picked={picked ?? drawn} named={picked === null} chosen={chosen} onChange={onChange} />
      </div>
    </Panel>
  );
}

/** Organisations and their meters. */
function useMeterTree(consumerId: number): Node[] {
  const { options } = useObjects(consumerId);
  type Option = (typeof options)[number];
  // Organisations of this tree are no monitored objects: they only hold their meters.
  const nodesOf = (list: readonly Option[]): Node[] =>
    list.map(({ value, title, children }) => ({
      key: value.startsWith('m') ? value : `u${value}`,
      title,
      children: nodesOf(children),
    }));
  return nodesOf(options);
}

interface ItemsProps extends Pick<SeriesPickerProps, 'chosen' | 'onChange'> {
  readonly picked: string | null;
  /** Each item is told with its meter, as nobody picked one. */
  readonly named: boolean;
}

function Items({ picked, named, chosen, onChange }: ItemsProps) {
  const t = useLiveTexts();
  const id = Number(picked?.slice(1));
  const kind = picked?.slice(0, 1);
  const asks = kind === 'o' || kind === 'm';
  const { data, error } = useQuery(itemsQuery(kind === 'm' ? { ammeterIds: id } : { orgId: id }, asks));
  if (!asks) return <p className={styles.quiet}>{t('pickFirst')}</p>;
  if (error) return <ErrorState what={error.message} height={80} />;
  if (!data) return <LoadingState height={80} />;
  if (data.length === 0) return <output className={styles.quiet}>{t('noItems')}</output>;
  const several = named || new Set(data.map((one) => one.ammeterId)).size > 1;
  const toggle = (key: string): void => {
    if (chosen.includes(key)) return onChange(chosen.filter((one) => one !== key));
    if (chosen.length >= MOST_SERIES) return notify('warning', t('most'));
    onChange([...chosen, key]);
  };
  const name = (one: ItemWire): string =>
    several ? `${one.ammeterName} ${one.dataItemName}` : one.dataItemName;
  return (
    <ul className={styles.items} aria-label={t('items')}>
      {data.map((one) => {
        const key = `${one.ammeterId}.${one.dataCode}`;
        return (
          <li key={key}>
            <label>
              <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
              <span>
                {name(one)} <small>{one.unit}</small>
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
