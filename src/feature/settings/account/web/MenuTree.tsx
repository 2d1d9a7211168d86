import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { resourceOf } from '#resource/index.ts';
import { post } from '#web/api.ts';
import { menuIcon } from '#web/shell/menuIcon.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { rowQuery, rowsChanged } from '#web/resource/rows.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useLanguage } from '#web/text/language.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { funTreeQuery, isHidden, landing, placeOf, type Drop, type FunNode } from './funTree.ts';
import styles from './MenuAdmin.module.css';

const FUN = resourceOf('fun');
const NO_SLOTS = {};

type Open =
  { readonly kind: 'add'; readonly parent: FunNode } | { readonly kind: 'edit'; readonly id: number };

/** The menu as a tree: entries are dragged or moved by keys, hidden, added, edited and deleted. */
export function MenuTree() {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const may = usePermissions(FUN);
  const client = useQueryClient();
  const query = funTreeQuery(useLanguage());
  const tree = useQuery(query);
  const before = useRef(Promise.resolve());
  const [selected, setSelected] = useState<number | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const nodes = useMemo(() => tree.data ?? [], [tree.data]);
  const data = useMemo(() => nodes.map((node) => toTreeNode(node, t)), [nodes, t]);
  if (tree.isError) return <ErrorState what={tree.error.message} onRetry={() => void tree.refetch()} />;
  if (!tree.data) return <LoadingState />;
  const place = selected === null ? undefined : placeOf(nodes, selected);

  // A refusal is shown by the call itself.
  const change = (path: string, params: Readonly<Record<string, string | number>>): Promise<void> =>
    post(`sys/fun/${path}`, params)
      .then(() => {
        notify('success', t('moved'));
        return rowsChanged();
      })
      .catch(() => undefined);
  const drop = async (moved: number, to: Drop, among = nodes): Promise<void> => {
    const at = landing(among, moved, to);
    if (at) await change('move', { id: moved, ...at });
  };
  // Steps that follow each other fast: each begins from where the one before it led.
  const step = (by: 1 | -1): void => {
    before.current = before.current.then(async () => {
      const now = client.getQueryData(query.queryKey) ?? nodes;
      const at = selected === null ? undefined : placeOf(now, selected);
      const neighbour = at?.siblings[at.ix + by];
      if (at && neighbour)
        await drop(at.node.funId, { target: neighbour.funId, where: by > 0 ? 'after' : 'before' }, now);
    });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!event.altKey || !may('edit') || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    step(event.key === 'ArrowUp' ? -1 : 1);
  };
  const remove = async (node: FunNode): Promise<void> => {
    const text = t('deleteText', { name: node.funName });
    if (!(await confirm({ title: t('del'), text, okText: t('del'), danger: true }))) return;
    await post('sys/fun/del', { id: node.funId });
    notify('success', t('deleted'));
    setSelected(null);
    await rowsChanged();
  };
  return (
    <Panel title={t('menu')}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble from the tree and its toolbar inside */}
      <div onKeyDownCapture={onKey}>
        <div className={styles.tools} role="toolbar" aria-label={place?.node.funName ?? t('menu')}>
          {place ? (
            <>
              <strong>{place.node.funName}</strong>
              {may('add') && place.node.funType !== 'button' && (
                <Button onClick={() => setOpen({ kind: 'add', parent: place.node })}>{t('addBelow')}</Button>
              )}
              {may('edit') && (
                <>
                  <Button onClick={() => setOpen({ kind: 'edit', id: place.node.funId })}>{t('edit')}</Button>
                  <Button disabled={place.ix === 0} onClick={() => step(-1)}>
                    {t('up')}
                  </Button>
                  <Button disabled={place.ix === place.siblings.length - 1} onClick={() => step(1)}>
                    {t('down')}
                  </Button>
                  <Button
                    onClick={() =>
                      void change('editfield', {
                        id: place.node.funId,
                        fieldName: 'className',
                        fieldValue: isHidden(place.node) ? '' : 'hide',
                      })
                    }
                  >
                    {t(isHidden(place.node) ? 'show' : 'hide')}
                  </Button>
                </>
              )}
              {may('del') && (
                <Button kind="link" onClick={() => void remove(place.node).catch(() => undefined)}>
                  {t('del')}
                </Button>
              )}
            </>
          ) : (
            <span className={styles.code}>{t('nothingSelected')}</span>
          )}
        </div>
        {may('edit') && <p className={styles.hint}>{t('hint')}</p>}
        <div className={styles.tree}>
          <Tree
            blockNode
            draggable={may('edit') ? { icon: false } : false}
            treeData={data}
            defaultExpandedKeys={nodes.map((node) => node.funId)}
            selectedKeys={selected === null ? [] : [selected]}
            onSelect={(keys) => setSelected(keys.length > 0 ? Number(keys[0]) : null)}
            onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
              const own = Number(node.pos.split('-').at(-1));
              const where = !dropToGap ? 'into' : dropPosition - own < 0 ? 'before' : 'after';
              void drop(Number(dragNode.key), { target: Number(node.key), where });
            }}
          />
        </div>
      </div>
      {open?.kind === 'add' && (
        <ResourceForm
          resource={FUN}
          slots={NO_SLOTS}
          row={null}
          consumerId={null}
          known={{
            parentId: open.parent.funId,
            ix: open.parent.children.length,
            funType: open.parent.funType === 'screen' ? 'button' : 'screen',
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'edit' && <EditForm id={open.id} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

function EditForm({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts<typeof import('./texts.ts').texts>('account');
  const row = useQuery(rowQuery(FUN, id));
  if (!row.data)
    return row.error ? (
      <Dialog title={t('edit')} onClose={onClose}>
        <ErrorState what={row.error.message} onRetry={() => void row.refetch()} />
      </Dialog>
    ) : null;
  return <ResourceForm resource={FUN} slots={NO_SLOTS} row={row.data} consumerId={null} onClose={onClose} />;
}

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

function toTreeNode(node: FunNode, t: Say): TreeDataNode {
  const kind = node.funType === 'group' ? 'group' : node.funType === 'button' ? 'button' : 'screen';
  return {
    key: node.funId,
    title: (
      <span className={styles.node}>
        {node.funType === 'group' && <Icon icon={menuIcon(node.iconName, node.funCode)} />}
        <span className={isHidden(node) ? styles.hidden : ''}>{node.funName}</span>
        <span className={styles.tag}>{t(kind)}</span>
        {isHidden(node) && <span className={styles.tag}>{t('hidden')}</span>}
        <span className={styles.code}>{node.url ?? node.funCode}</span>
      </span>
    ),
    children: node.children.map((child) => toTreeNode(child, t)),
  };
}
