import { useQuery } from '@tanstack/react-query';
import { Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { resourceOf } from '#contract/resource/index.ts';
import { confirmRole } from '#feature/account/web/effect.ts';
import { HomeCell, HomeInput } from '#feature/account/web/HomeInput.tsx';
import { idsOf } from '#web/resource/ids.ts';
import type { CellProps, InputProps, ResourceRow } from '#web/resource/kindWeb.ts';
import { allQuery } from '#web/resource/rows.ts';
import styles from '#web/resource/ResourceForm.module.css';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import type { ActionProps, WebSlots } from '#web/resource/slot.ts';
import { useLanguage } from '#web/text/language.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { MISSING } from '#domain/figure/number.ts';

const texts = {
  chosen: { zh: '已选', en: 'Chosen' },
  copy: { zh: '复制', en: 'Copy' },
  functions: { zh: '项功能', en: 'functions' },
  copyMark: { zh: '副本', en: 'copy' },
  name: { zh: 'funName', en: 'funNameEn' },
};

const HEIGHT = 260;

/** The functions below a parent as nodes of a tree. */
function nodesOf(
  rows: readonly ResourceRow[],
  titleField: string,
  parentId: number | null = null,
): TreeDataNode[] {
  const known = new Set(rows.map((row) => row.id));
  return rows
    .filter((row) =>
      parentId === null ? !known.has(Number(row['parentId'])) : Number(row['parentId']) === parentId,
    )
    .toSorted((a, b) => Number(a['ix']) - Number(b['ix']) || a.id - b.id)
    .map((row) => ({
      key: row.id,
      title: String(row[titleField] ?? row['funName']),
      children: nodesOf(rows, titleField, row.id),
    }));
}

/** What a role may do, as the menu's tree; a node goes with all below it, and brings the groups above it. */
export function FunctionTree({ id, value, onChange, describedBy, label }: InputProps) {
  const language = useLanguage();
  const say = useText();
  const rows = useQuery(allQuery(resourceOf('fun'), []));
  const tree = useMemo(() => nodesOf(rows.data ?? [], texts.name[language]), [rows.data, language]);
  const above = useMemo(
    () => new Map((rows.data ?? []).map((row) => [row.id, Number(row['parentId']) || null])),
    [rows.data],
  );
  if (rows.isError) return <ErrorState what={rows.error.message} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <LoadingState height={HEIGHT} />;
  const chosen = new Set(idsOf(value));
  const toggle = (key: number, checked: boolean): void => {
    const next = new Set(chosen);
    const below = (parent: number): number[] =>
      [...above].filter(([, up]) => up === parent).flatMap(([child]) => [child, ...below(child)]);
    for (const one of [key, ...below(key)]) {
      if (checked) next.add(one);
      else next.delete(one);
    }
    // A screen is reachable only where its groups are permitted too.
    for (let up = checked ? (above.get(key) ?? null) : null; up !== null; up = above.get(up) ?? null)
      next.add(up);
    onChange([...next]);
  };
  return (
    <fieldset
      id={id}
      className={styles.plain}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
    >
      <Tree
        checkable
        checkStrictly
        selectable={false}
        height={HEIGHT}
        treeData={tree}
        defaultExpandedKeys={tree.map((node) => node.key)}
        checkedKeys={{ checked: [...chosen], halfChecked: [] }}
        onCheck={(_keys, { node, checked }) => toggle(Number(node.key), checked)}
      />
      <small>
        {say(texts.chosen)} {chosen.size} / {rows.data.length}
      </small>
    </fieldset>
  );
}

/** In a list how many functions a role has: their names would be hundreds. */
function FunctionCount({ value }: CellProps) {
  const say = useText();
  const count = idsOf(value).length;
  return count === 0 ? MISSING : `${count} ${say(texts.functions)}`;
}

/** A new role that begins as a copy of another. */
function CopyDialog({ resource, row, onClose }: ActionProps) {
  const say = useText();
  const [known] = useState(() => ({
    roleName: `${String(row['roleName'])} (${say(texts.copyMark)})`.slice(0, 60),
    orgFunList: row['orgFunList'],
    orgLimitList: row['orgLimitList'],
    homeUrl: row['homeUrl'],
    remark: row['remark'],
  }));
  return (
    <ResourceForm
      resource={resource}
      slots={slots}
      row={null}
      consumerId={null}
      known={known}
      onClose={onClose}
    />
  );
}

export const slots: WebSlots = {
  inputs: { orgFunList: FunctionTree, homeUrl: HomeInput },
  cells: { orgFunList: FunctionCount, homeUrl: HomeCell },
  actions: [{ key: 'copy', label: texts.copy, permission: 'add', Dialog: CopyDialog }],
  confirmEdit: confirmRole,
};
