import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import type { OrgNode, OrgTreeSelectProps } from './OrgTreeSelect.tsx';

interface Option {
  value: number;
  title: string;
  search: string;
  children: Option[];
}

function optionsOf(nodes: readonly OrgNode[]): Option[] {
  return nodes.map((node) => ({
    value: node.orgId,
    title: node.orgName,
    search: `${node.orgName} ${node.orgCode ?? ''}`.toLowerCase(),
    children: optionsOf(node.children ?? []),
  }));
}

/** The antd half of `OrgTreeSelect`. */
export default function OrgTreeSelectField({ nodes, value, onChange, label, width }: OrgTreeSelectProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const options = useMemo(() => optionsOf(nodes), [nodes]);
  return (
    <TreeSelect<number, Option>
      aria-label={label ?? t('organisation')}
      treeData={options}
      {...(value === null ? {} : { value })}
      onChange={onChange}
      style={{ width }}
      treeDefaultExpandAll={options.length < 4}
      {...(value === null ? {} : { treeDefaultExpandedKeys: [value] })}
      showSearch={{
        filterTreeNode: (text, node) => String(node['search']).includes(text.trim().toLowerCase()),
      }}
      placeholder={t('findOrganisation')}
      popupMatchSelectWidth={300}
    />
  );
}
