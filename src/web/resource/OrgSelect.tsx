import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { orgTreeQuery, type OrgTreeNode } from '#web/session/orgTree.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface OrgSelectProps {
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
  readonly multiple: boolean;
  readonly consumerId: number | null;
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly small?: boolean;
  readonly clearable?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

interface Option {
  value: number;
  title: string;
  search: string;
  children: Option[];
}

const optionsOf = (nodes: readonly OrgTreeNode[]): Option[] =>
  nodes.map((node) => ({
    value: node.id,
    title: node.name,
    search: `${node.name} ${node.code ?? ''}`.toLowerCase(),
    children: optionsOf(node.children ?? []),
  }));

/** An enterprise, a site or a unit, from the tree of organisations. */
export function OrgSelect(props: OrgSelectProps) {
  const { ids, onChange, multiple, consumerId } = props;
  const t = useResourceTexts();
  const tree = useQuery(orgTreeQuery(consumerId));
  const options = useMemo(() => optionsOf(tree.data ?? []), [tree.data]);
  return (
    <TreeSelect<number | number[] | null, Option>
      {...(multiple ? { multiple: true, maxTagCount: 'responsive' as const } : {})}
      {...(props.small ? { size: 'small' as const } : {})}
      {...(props.invalid ? { status: 'error' as const } : {})}
      {...(props.id ? { id: props.id } : {})}
      value={multiple ? [...ids] : (ids[0] ?? null)}
      onChange={(next) => onChange([next ?? []].flat())}
      treeData={options}
      treeDefaultExpandAll={options.length < 4}
      showSearch={{
        filterTreeNode: (text, node) => String(node['search']).includes(text.trim().toLowerCase()),
      }}
      loading={tree.isFetching}
      allowClear={props.clearable ?? true}
      notFoundContent={tree.isFetching ? t('loading') : t('nothingFound')}
      placeholder={props.small ? '' : t('pickerHint')}
      popupMatchSelectWidth={300}
      aria-label={props.label}
      aria-invalid={props.invalid ?? false}
      aria-describedby={props.describedBy}
      style={{ width: '100%' }}
    />
  );
}
