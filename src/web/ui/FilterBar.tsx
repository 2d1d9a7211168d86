import DownOutlined from '@ant-design/icons-svg/es/asn/DownOutlined';
import FilterOutlined from '@ant-design/icons-svg/es/asn/FilterOutlined';
import MoreOutlined from '@ant-design/icons-svg/es/asn/MoreOutlined';
import { useState, type ReactNode } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import kit from './kit.module.css';
import styles from './FilterBar.module.css';
import { Icon } from './Icon.tsx';
import { useNarrow } from './useNarrow.ts';

export interface FilterBarProps {
  readonly children: ReactNode;
  /** Buttons at the end of the row. */
  readonly actions?: ReactNode;
  /** What is to be read at the end of the row at any width; no filter and no button. */
  readonly aside?: ReactNode;
  /** What the filters are set to, in a few words: all that a phone shows of them. */
  readonly summary?: string | undefined;
  /** It holds the way back or the work itself rather than filters: nothing is folded away. */
  readonly unfolded?: boolean;
}

/**
 * The one row of filters over an analysis or a list; stays in sight where the layout fixes the ribbon. On a narrow screen
 * it is one row that tells what is chosen; a press opens the filters, or the actions, as a sheet.
 */
export function FilterBar(props: FilterBarProps) {
  const { children, actions, aside, unfolded } = props;
  if (useNarrow() && !unfolded) return <FoldedBar {...props} />;
  return (
    <div className={`${kit.barLoose} ${styles.bar}`} data-ribbon>
      {children}
      {(actions || aside) && (
        <div className={styles.actions}>
          {aside}
          {actions}
        </div>
      )}
    </div>
  );
}

function FoldedBar({ children, actions, aside, summary }: FilterBarProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const [open, setOpen] = useState<'filters' | 'actions' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className={`${kit.wrap} ${styles.folded}`} data-ribbon>
      <Button className={styles.chosen} aria-haspopup="dialog" onClick={() => setOpen('filters')}>
        <Icon icon={FilterOutlined} />
        <span className={styles.summary}>
          {summary && <span className="visually-hidden">{t('filters')}: </span>}
          {summary ?? t('filters')}
        </span>
        <Icon icon={DownOutlined} size={10} />
      </Button>
      {actions && (
        <Button
          className={styles.more}
          aria-haspopup="dialog"
          aria-label={t('actions')}
          title={t('actions')}
          onClick={() => setOpen('actions')}
        >
          <Icon icon={MoreOutlined} size={16} />
        </Button>
      )}
      {aside && <div className={styles.aside}>{aside}</div>}
      {open && (
        <Dialog
          title={t(open)}
          side="bottom"
          onClose={close}
          foot={
            <Button kind="primary" className={styles.done} onClick={close}>
              {t('done')}
            </Button>
          }
        >
          <div className={styles.sheet}>{open === 'filters' ? children : actions}</div>
        </Dialog>
      )}
    </div>
  );
}

/** A filter with its name before it. */
export function FilterField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {children}
    </label>
  );
}
