import { useEffect, useRef } from 'react';

interface ListKeys {
  /** Up and down: by how many rows. */
  readonly move: (by: number) => void;
  readonly open: () => void;
  /** C and S: to confirm, to shelve. */
  readonly act: (key: 'c' | 's') => void;
  readonly close: () => void;
}

/** A control that has keys of its own. */
const isOwn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest(
    'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"]',
  ) !== null;

/** The keys of the list; they rest while a person types, or has something open over the page. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isOwn(event.target) || document.querySelector('dialog:modal')) return;
      const { move, open, act, close } = latest.current;
      const onButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
      const does: Readonly<Record<string, () => void>> = {
        ArrowDown: () => move(1),
        ArrowUp: () => move(-1),
        ...(onButton ? {} : { Enter: open }),
        c: () => act('c'),
        s: () => act('s'),
        Escape: close,
      };
      const one = does[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!one) return;
      event.preventDefault();
      one();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
