import CloseOutlined from '@ant-design/icons-svg/es/asn/CloseOutlined';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly foot?: ReactNode;
  /** In pixels; 600 where nothing is said (specification 3 section 9). */
  readonly width?: number;
  /** Warnings and confirmations are announced at once; a press outside does not close them. */
  readonly alert?: boolean;
  /** `left`: the drawer of the menu; `right`: detail over the page; `bottom`: a sheet over the page of a phone. */
  readonly side?: 'left' | 'right' | 'bottom';
  /** The title is read out but not shown. */
  readonly bare?: boolean;
}

/** Gives the focus to what has `data-focus`, now and as it comes, unless a person has gone on within. @returns ends it */
function keepFocus(element: HTMLDialogElement): () => void {
  const find = (): HTMLElement | null => element.querySelector('[data-focus]:not(:disabled)');
  let given = find();
  given?.focus();
  const look = (): void => {
    const wanted = find();
    if (wanted === given) return;
    const active = document.activeElement;
    // The browser's own choice: the dialog, or the button that closes it.
    const byBrowser = active === element || (given === null && active?.closest('header') !== null);
    if (byBrowser || !element.contains(active)) wanted?.focus();
    given = wanted;
  };
  const observer = new MutationObserver(look);
  observer.observe(element, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => observer.disconnect();
}

/**
 * A modal dialog on the browser's own `<dialog>`: it holds the focus, Esc and a press outside close it (an alert: Esc
 * alone). The focus goes to the first control, or to the one with `data-focus`, also where that comes later: when an answer
 * is there, or with the next step.
 */
export function Dialog({ title, onClose, children, foot, width = 600, alert, side, bare }: DialogProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const onCancel = (event: Event): void => {
      // A file chooser inside the dialog also sends `cancel`, which bubbles.
      if (event.target !== element) return;
      event.preventDefault();
      latest.current();
    };
    const onPress = (event: MouseEvent): void => {
      if (event.target === element) latest.current();
    };
    element.addEventListener('cancel', onCancel);
    if (!alert) element.addEventListener('mousedown', onPress);
    if (!element.open) element.showModal();
    const unwatch = keepFocus(element);
    return () => {
      unwatch();
      element.removeEventListener('cancel', onCancel);
      element.removeEventListener('mousedown', onPress);
      element.close();
    };
  }, [alert]);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${side ? styles[side] : ''} ${bare ? styles.bare : ''}`}
      style={side === 'bottom' ? undefined : { width }}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={bare ? undefined : id}
      aria-label={bare ? title : undefined}
    >
      <div className={styles.content}>
        {!bare && (
          <header className={styles.head}>
            <h2 id={id}>{title}</h2>
            <Button kind="icon" aria-label={t('close')} onClick={onClose}>
              <Icon icon={CloseOutlined} />
            </Button>
          </header>
        )}
        <div className={styles.body}>{children}</div>
        {foot && <footer className={styles.foot}>{foot}</footer>}
      </div>
    </dialog>
  );
}
