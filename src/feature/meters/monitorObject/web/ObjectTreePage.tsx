import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ObjectCategory } from '#contract/monitorType.ts';
import { AddDialog } from './AddDialog.tsx';
import { found } from './arrange.ts';
import type { Line, Target } from './arrange.ts';
import { arranged, countBelow, nodeOf, treeQuery } from './calls.ts';
import styles from './Object.module.css';
import { ObjectDetail } from './ObjectDetail.tsx';
import { TreeBox } from './TreeBox.tsx';
import type { Step } from './TreeBox.tsx';
import { useObjectTexts } from './useObjectTexts.ts';

const readFilter = (raw: Readonly<Record<string, unknown>>) => {
  const idIn = (name: string): number | null => {
    const id = Number(raw[name]);
    return Number.isInteger(id) && id > 0 ? id : null;
  };
  return { object: idIn('object'), site: idIn('site') };
};

/** What is to be added, and below what; null = at the top. */
export interface Adding {
  readonly category: ObjectCategory;
  readonly parentId: number | null;
}

/** The tree of what is monitored: arranged on the left, one object in detail on the right. */
export default function ObjectTreePage() {
  const t = useObjectTexts();
  const say = useText();
  const { consumer } = useConsumer();
  const consumerId = consumer?.orgId ?? null;
  const mayAdd = useMay('archive.monitorObject.add');
  const mayEdit = useMay('archive.monitorObject.edit');
  const mayDelete = useMay('archive.monitorObject.del');
  const [{ object: named, site }, change] = useAddress(readFilter);
  const [words, setWords] = useState('');
  const [adding, setAdding] = useState<Adding | null>(null);
  const tree = useQuery(treeQuery(consumerId));
  // A site stands for its station until an object is chosen; without either the first station is in view.
  const object = named ?? (tree.data?.find((node) => node.siteId === site) ?? tree.data?.[0])?.id ?? null;
  const nodes = useMemo(() => found(arranged(tree.data ?? [], say), words), [tree.data, say, words]);
  const chosen = nodeOf(tree.data ?? [], object);

  const reload = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: ['archive', 'monitorObject'] });
  const act = async (
    verb: string,
    params: Readonly<Record<string, unknown>>,
    said: string,
  ): Promise<boolean> => {
    try {
      await post(`archive/monitorObject/${verb}`, params as never);
      notify('success', said);
      return true;
    } catch {
      // The call has shown its sentence.
      return false;
    } finally {
      await reload();
    }
  };
  const move = (id: number, target: Target): void =>
    void act('editIx', { id, parentId: target.parentId ?? 0, ix: target.ix }, t('saved'));
  const step = (id: number, at: number, of: number, how: Step): void => {
    if (how === 'upgrade' || how === 'degrade') return void act(how, { id }, t('saved'));
    const ix = how === 'up' ? at - 1 : at + 1;
    if (ix >= 0 && ix < of) void act('editIx', { id, ix }, t('saved'));
  };
  const remove = async (id: number): Promise<void> => {
    const node = nodeOf(tree.data ?? [], id);
    if (!node) return;
    const title = t('delTitle', { name: node.name });
    const text = t('delEffect', { n: countBelow(node) });
    if (!(await confirm({ title, text, danger: true, okText: t('del') }))) return;
    if (await act('delSubObject', { id, withSub: 1 }, t('deleted'))) change({ object: undefined });
  };

  if (consumerId === null) return <NoConsumer />;
  return (
    <div className={styles.page}>
      <Panel
        title={t('tree')}
        extra={<Link to={'/SDNEquipment/SDNMonitorObjectList' as never}>{t('asList')}</Link>}
      >
        <input
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {tree.isPending ? (
          <LoadingState height={200} />
        ) : tree.isError ? (
          <ErrorState what={tree.error.message} onRetry={() => void tree.refetch()} height={200} />
        ) : tree.data.length === 0 ? (
          <EmptyState why={t('none')} next={t('noneNext')} height={200} />
        ) : nodes.length === 0 ? (
          <EmptyState why={t('noMatch')} height={200} />
        ) : (
          <TreeBox
            label={t('tree')}
            nodes={nodes}
            selected={object}
            onSelect={(id) => change({ object: id })}
            // Among what was found a place among siblings cannot be told.
            onMove={mayEdit && words.trim() === '' ? move : undefined}
            onStep={
              mayEdit && words.trim() === ''
                ? ({ node, at, of }: Line, how) => step(node.id, at, of, how)
                : undefined
            }
            onDelete={mayDelete ? (id) => void remove(id) : undefined}
          />
        )}
        <div className={styles.foot}>
          {mayAdd && (
            <Button onClick={() => setAdding({ category: '0', parentId: null })}>{t('add0')}</Button>
          )}
          {mayEdit && nodes.length > 0 && <small>{t('keys')}</small>}
        </div>
      </Panel>
      {chosen ? (
        <ObjectDetail
          key={chosen.id}
          node={chosen}
          siblings={siblingsOf(tree.data ?? [], chosen.id)}
          onAdd={(category) => setAdding({ category, parentId: chosen.id })}
          onStep={(at, of, how) => step(chosen.id, at, of, how)}
          onDelete={() => void remove(chosen.id)}
          onChanged={reload}
        />
      ) : (
        <Panel>
          <EmptyState why={t('choose')} height={300} />
        </Panel>
      )}
      {adding && (
        <AddDialog
          adding={adding}
          parentName={nodeOf(tree.data ?? [], adding.parentId)?.name ?? null}
          consumerId={consumerId}
          onClose={() => setAdding(null)}
          onAdded={async (id) => {
            setAdding(null);
            await reload();
            change({ object: id });
          }}
        />
      )}
    </div>
  );
}

/** The place of a node among its siblings, from 0, and how many they are. */
function siblingsOf(
  nodes: readonly { readonly id: number; readonly children: readonly never[] | readonly { id: number }[] }[],
  id: number,
): { at: number; of: number } {
  const at = nodes.findIndex((node) => node.id === id);
  if (at >= 0) return { at, of: nodes.length };
  for (const node of nodes) {
    const there = siblingsOf(node.children as typeof nodes, id);
    if (there.of > 0) return there;
  }
  return { at: 0, of: 0 };
}
