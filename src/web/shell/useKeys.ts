import { useEffect, useRef } from 'react';

/** What the keys of the shell do. */
export interface KeyActions {
  /** Ctrl K or ⌘ K, also while typing. */
  readonly find: () => void;
  /** `?` */
  readonly keys: () => void;
  /** `[` */
  readonly menu: () => void;
  /** `/` */
  readonly table: () => void;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Listens to the keys of the shell; letters do nothing while a person types or a dialog is open. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        latest.current.find();
      } else if (!isTyping(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (document.querySelector('dialog:modal')) return;
        if (event.key === '?') latest.current.keys();
        if (event.key === '[') latest.current.menu();
        if (event.key === '/') {
          // Some browsers begin their own search by it.
          event.preventDefault();
          latest.current.table();
        }
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
