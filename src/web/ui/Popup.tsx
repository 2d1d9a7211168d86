import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './Popup.module.css';

export interface PopupProps {
  /** Read out for the button. */
  readonly label: string;
  /** What the button shows. */
  readonly button: ReactNode;
  /** What opens below it; `close` closes. Built only while open. */
  readonly children: (close: () => void) => ReactNode;
  readonly width?: number;
  readonly align?: 'start' | 'end';
  /** Opens above the button. */
  readonly above?: boolean;
  readonly className?: string;
  /** Replaces the look of an icon button; what the button shows then also names it. */
  readonly buttonClass?: string;
}

/** A button with something that opens at it; Esc and a press outside close it and give the focus back. */
export function Popup({
  label,
  button,
  children,
  width,
  align = 'end',
  above,
  className,
  buttonClass,
}: PopupProps) {
  const [open, setOpen] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (!open) return;
    const element = host.current;
    const onPress = (event: PointerEvent): void => {
      if (!element?.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
      // What held the focus is gone: it goes back to the button, unless a press put it elsewhere.
      if (document.activeElement === document.body) element?.querySelector('button')?.focus();
    };
  }, [open, close]);
  return (
    <div ref={host} className={`${styles.host} ${className ?? ''}`}>
      <Button
        kind={buttonClass ? 'bare' : 'icon'}
        className={buttonClass}
        {...(buttonClass ? {} : { 'aria-label': label, title: label })}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </Button>
      {open && (
        <dialog
          open
          id={id}
          aria-label={label}
          className={`${styles.popup} ${styles[align]} ${above ? styles.above : ''}`}
          style={{ width }}
        >
          {children(close)}
        </dialog>
      )}
    </div>
  );
}
