import { useEffect, useRef } from 'react';

/** What the keys of the tour do. */
export interface TourKeys {
  readonly back: () => void;
  readonly next: () => void;
  readonly leave: () => void;
}

/**
 * Arrows turn, Esc leaves, while the focus is in the tour or nowhere: a table, a field or a dialog of the page keeps
 * its keys.
 */
export function useTourKeys(keys: TourKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const own =
        target === document.body || (target instanceof Element && target.closest('[data-tour-panel]'));
      if (!own || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const deed = { ArrowLeft: 'back', ArrowRight: 'next', Escape: 'leave' }[event.key];
      if (deed === undefined) return;
      event.preventDefault();
      latest.current[deed as keyof TourKeys]();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
