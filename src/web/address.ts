import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useHeldAddress } from './heldAddress.ts';

/** The search part of an address as it came; nothing in it can be trusted. */
export type RawAddress = Readonly<Record<string, unknown>>;

/**
 * A page's filters, kept in the address so that back, reload and a copied address lead to the same view.
 * `read` (a module-level function) turns any address into valid filters; `change` writes some of them and leaves
 * the rest, without a new step in the history unless `push` is set. Undefined removes a part. Inside a page about one
 * thing that thing is held: what is about another leads to the page of that.
 */
export function useAddress<T extends object>(
  read: (raw: RawAddress) => T,
): [T, (change: Partial<Record<keyof T, unknown>>, options?: { push?: boolean }) => void] {
  const search: RawAddress = useSearch({ strict: false });
  const held = useHeldAddress();
  const navigate = useNavigate();
  const value = useMemo(() => read(held ? { ...search, ...held.parts } : search), [read, search, held]);
  const change = useCallback(
    (part: Partial<Record<keyof T, unknown>>, options?: { push?: boolean }) => {
      if (held?.leave(part)) return;
      void navigate({
        to: '.',
        search: ((before: RawAddress) => ({ ...before, ...part })) as never,
        replace: !options?.push,
        resetScroll: false,
      });
    },
    [navigate, held],
  );
  return [value, change];
}

/** The same filters where the address belongs to the page below: what stands in a popup keeps them to itself. */
export function useOwnFilters<T extends object>(
  read: (raw: RawAddress) => T,
): [T, (change: Partial<Record<keyof T, unknown>>) => void] {
  const [raw, setRaw] = useState<RawAddress>({});
  const value = useMemo(() => read(raw), [read, raw]);
  const change = useCallback(
    (part: Partial<Record<keyof T, unknown>>) => setRaw((before) => ({ ...before, ...part })),
    [],
  );
  return [value, change];
}
