import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import type { OrgNode } from './OrgTreeSelect.tsx';

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

export interface OrgTreeSelectFieldProps {
  readonly nodes: readonly OrgNode[];
  readonly value: number | null;
  readonly label: string;
  readonly width: number;
  readonly onChange: (orgId: number) => void;
  readonly onClose: () => void;
}

/** The open tree of an `OrgTreeSelect`. */
export default function OrgTreeSelectField(props: OrgTreeSelectFieldProps) {
  const { nodes, value, onChange, onClose, label, width } = props;
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const options = useMemo(() => optionsOf(nodes), [nodes]);
  return (
    <TreeSelect<number, Option>
      open
      // It takes the place of the button that was pressed.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={label}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
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
