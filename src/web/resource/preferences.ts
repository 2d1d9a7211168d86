import { useSyncExternalStore } from 'react';
import { RESOURCE_PAGE_SIZES } from '#contract/envelope.ts';
import { createStored, type Stored } from '#web/ui/stored.ts';
import type { ColumnChoice } from './columns.ts';

export const DENSITIES = ['compact', 'normal', 'touch'] as const;
export type Density = (typeof DENSITIES)[number];

/** How a person likes a list to be; kept on this device. */
export interface Preferences {
  readonly columns: ColumnChoice | null;
  readonly density: Density | null;
  readonly pageSize: number;
  readonly filterRow: boolean;
  readonly view: 'list' | 'tree' | null;
}

/** Ten rows a page until a person says otherwise (specification 2 section 9). */
const INITIAL: Preferences = {
  columns: null,
  density: null,
  pageSize: RESOURCE_PAGE_SIZES[0],
  filterRow: true,
  view: null,
};

const names = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;

/** Turns what an older version may have stored into preferences. */
function readPreferences(value: object): Preferences {
  const { columns, density, pageSize, filterRow, view } = value as Partial<
    Record<keyof Preferences, unknown>
  >;
  const { order, shown } = (columns ?? {}) as Partial<Record<keyof ColumnChoice, unknown>>;
  const [ordered, visible] = [names(order), names(shown)];
  return {
    columns: ordered && visible ? { order: ordered, shown: visible } : null,
    density: DENSITIES.find((one) => one === density) ?? null,
    pageSize: RESOURCE_PAGE_SIZES.find((one) => one === pageSize) ?? INITIAL.pageSize,
    filterRow: typeof filterRow === 'boolean' ? filterRow : INITIAL.filterRow,
    view: view === 'list' || view === 'tree' ? view : null,
  };
}

const stores = new Map<string, Stored<Preferences>>();

function storeOf(userId: number, resource: string): Stored<Preferences> {
  const key = `meterhouse.list.${userId}.${resource}`;
  const store = stores.get(key) ?? createStored(key, INITIAL, readPreferences);
  stores.set(key, store);
  return store;
}

/** A person's preferences for one list, and how to change some of them. */
export function usePreferences(
  userId: number,
  resource: string,
): [Preferences, (change: Partial<Preferences>) => void] {
  const store = storeOf(userId, resource);
  const value = useSyncExternalStore(store.subscribe, store.get);
  return [value, (change) => store.set({ ...store.get(), ...change })];
}
