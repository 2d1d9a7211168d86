import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import { Suspense, useState } from 'react';
import { lazyAntd } from '#web/theme/lazyAntd.tsx';
import { useTexts } from '#web/text/useTexts.ts';
import { Icon } from './Icon.tsx';
import kit from './kit.module.css';
import styles from './SelectFace.module.css';

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
  /** Read out; "Object" by default. */
  readonly label?: string;
  readonly width?: number;
}

const Field = lazyAntd(() => import('./OrgTreeSelectField.tsx'));

function nameOf(nodes: readonly OrgNode[], id: number | null): string | undefined {
  for (const node of nodes) {
    const found = node.orgId === id ? node.orgName : nameOf(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}

/** A tree of organisations to choose one from, with search; the tree is loaded when it is first opened. */
export function OrgTreeSelect({ nodes, value, onChange, label, width = 220 }: OrgTreeSelectProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const [open, setOpen] = useState(false);
  const name = nameOf(nodes, value) ?? '';
  const word = label ?? t('organisation');
  const face = (
    <button
      type="button"
      className={styles.face}
      style={{ width }}
      aria-label={`${word}: ${name}`}
      aria-expanded={open}
      aria-haspopup="tree"
      onClick={() => setOpen(true)}
    >
      <span className={kit.clip}>{name}</span>
      <Icon icon={DownOutlined} size={11} />
    </button>
  );
  if (!open) return face;
  return (
    <Suspense fallback={face}>
      <Field
        nodes={nodes}
        value={value}
        label={word}
        width={width}
        onClose={() => setOpen(false)}
        onChange={(orgId) => {
          setOpen(false);
          onChange(orgId);
        }}
      />
    </Suspense>
  );
}
