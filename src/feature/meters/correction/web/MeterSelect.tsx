import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useHeldAddress } from '#web/heldAddress.ts';
import type { RepairMeter } from '../contract.ts';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

interface Option {
  value: number;
  title: string;
  search: string;
  children: Option[];
}

/** Meters below their parents; one whose parent is not to be seen stands at the top. */
function treeOf(meters: readonly RepairMeter[]): Option[] {
  const options = new Map(
    meters.map(({ id, name, code }): [number, Option] => [
      id,
      { value: id, title: `${name} ${code}`, search: `${name} ${code}`.toLowerCase(), children: [] },
    ]),
  );
  const roots: Option[] = [];
  for (const { id, parentId } of meters) {
    const own = options.get(id);
    if (own) (options.get(parentId ?? 0)?.children ?? roots).push(own);
  }
  return roots;
}

export interface MeterSelectProps {
  readonly meters: readonly RepairMeter[];
  readonly value: number;
  readonly onChange: (ammeterId: number) => void;
}

/** A meter out of the tree, found by name or code; nothing where a page holds which. */
export function MeterSelect(props: MeterSelectProps) {
  return useHeldAddress() ? null : <Select {...props} />;
}

function Select({ meters, value, onChange }: MeterSelectProps) {
  const t = useCorrectionTexts();
  const options = useMemo(() => treeOf(meters), [meters]);
  return (
    <TreeSelect<number, Option>
      aria-label={t('meter')}
      treeData={options}
      value={value}
      onChange={onChange}
      style={{ width: 260, maxWidth: '100%' }}
      treeDefaultExpandAll={meters.length < 40}
      treeDefaultExpandedKeys={[value]}
      showSearch={{
        filterTreeNode: (text, node) => String(node['search']).includes(text.trim().toLowerCase()),
      }}
      placeholder={t('findMeter')}
      popupMatchSelectWidth={320}
    />
  );
}
