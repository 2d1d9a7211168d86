import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import type { ReactNode } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Icon } from './Icon.tsx';
import kit from './kit.module.css';
import styles from './ProvenanceDrawer.module.css';
import { useNarrow } from './useNarrow.ts';

/** Below this width provenance is a drawer over the page, above it a column beside it. */
const COLUMN_FROM = 1280;

export interface ProvenanceDrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * The frame of "where does this number come from": a column of 364 at the right that covers nothing, or a drawer
 * below 1280. Put it as the last child of `<WithProvenance>`.
 */
export function ProvenanceDrawer({ title, onClose, children }: ProvenanceDrawerProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  if (useNarrow(COLUMN_FROM)) {
    return (
      <Dialog title={title} side="right" width={364} onClose={onClose}>
        {children}
      </Dialog>
    );
  }
  return (
    <aside className={styles.column} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button kind="icon" aria-label={t('close')} onClick={onClose}>
          <Icon icon={CloseOutlined} />
        </Button>
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

/** Lays a page's content and its open provenance side by side. */
export function WithProvenance({ children, provenance }: { children: ReactNode; provenance: ReactNode }) {
  return (
    <div className={styles.both}>
      <div className={styles.main}>{children}</div>
      {provenance}
    </div>
  );
}

/** One numbered step of a provenance: formula, buckets, ledger segment, readings. */
export function ProvenanceStep({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.step}>
      <h3>
        {title}
        {aside && <span className={kit.quiet}>{aside}</span>}
      </h3>
      {children}
    </section>
  );
}
