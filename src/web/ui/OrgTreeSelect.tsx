import { Suspense } from 'react';
import { lazyAntd } from '#web/theme/lazyAntd.tsx';
import styles from './OrgTreeSelect.module.css';

/** A node of an organisation tree. */
export interface OrgNode {
  readonly orgId: number;
  readonly orgName: string;
  readonly orgCode?: string;
  readonly children?: readonly OrgNode[] | null;
}

export interface OrgTreeSelectProps {
  readonly nodes: readonly OrgNode[];
  readonly value: number | null;
  readonly onChange: (orgId: number) => void;
  readonly label?: string;
  readonly width?: number;
}

const Select = lazyAntd(() => import('./OrgTreeSelectField.tsx'));

function nameOf(nodes: readonly OrgNode[], id: number | null): string | undefined {
  for (const node of nodes) {
    const found = node.orgId === id ? node.orgName : nameOf(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}

/** A tree of organisations to choose one from, with search; stands at its size before antd has come. */
export function OrgTreeSelect(props: OrgTreeSelectProps) {
  const { width = 220 } = props;
  return (
    <Suspense
      fallback={
        <span className={styles.face} style={{ width }}>
          {nameOf(props.nodes, props.value)}
        </span>
      }
    >
      <Select {...props} width={width} />
    </Suspense>
  );
}
