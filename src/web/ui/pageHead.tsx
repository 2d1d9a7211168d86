import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

/** What a page puts beside and over its title in the header. */
export interface PageHead {
  /** Replaces the menu's title: the name of the object shown. */
  readonly title?: string;
  /** Freshness and coverage, on the title's baseline. */
  readonly aside?: ReactNode;
}

let head: PageHead = {};
const listeners = new Set<() => void>();

function set(next: PageHead): void {
  head = next;
  for (const listener of listeners) listener();
}

/**
 * Puts a page's title and its freshness or coverage into the header; a page has no head of its own.
 * Memoise `aside` (`useMemo`), it is set again whenever it changes.
 */
export function usePageHead({ title, aside }: PageHead): void {
  useEffect(() => {
    set({ ...(title === undefined ? {} : { title }), aside });
    return () => set({});
  }, [title, aside]);
}

/** The page head, for the shell. */
export function useShownPageHead(): PageHead {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => head,
  );
}
