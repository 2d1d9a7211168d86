import { useSyncExternalStore } from 'react';
import { createStored } from '#web/ui/stored.ts';

/** The layout flags, saved on this device. */
export interface Layout {
  /** The side menu is reduced to icons. */
  readonly collapsed: boolean;
  readonly fixedHeader: boolean;
  readonly fixedNavigation: boolean;
  /** The page's filter bar stays in sight. */
  readonly fixedRibbon: boolean;
  readonly fixedFooter: boolean;
}

export const DEFAULT_LAYOUT: Layout = {
  collapsed: false,
  fixedHeader: true,
  fixedNavigation: true,
  fixedRibbon: false,
  fixedFooter: false,
};

/**
 * Sets one flag and what it forces: fixed navigation forces the header, a fixed ribbon forces header and
 * navigation; letting go of one lets go of what rests on it.
 */
export function withFlag(layout: Layout, flag: keyof Layout, on: boolean): Layout {
  const next = { ...layout, [flag]: on };
  if (flag === 'fixedRibbon' && on) return { ...next, fixedHeader: true, fixedNavigation: true };
  if (flag === 'fixedNavigation')
    return on ? { ...next, fixedHeader: true } : { ...next, fixedRibbon: false };
  if (flag === 'fixedHeader' && !on) return { ...next, fixedNavigation: false, fixedRibbon: false };
  return next;
}

/** Reads a layout that was stored; flags that contradict each other are resolved by the interlocks. */
export function readLayout(stored: object): Layout {
  let layout = DEFAULT_LAYOUT;
  for (const flag of Object.keys(DEFAULT_LAYOUT) as (keyof Layout)[]) {
    const value = (stored as Partial<Record<keyof Layout, unknown>>)[flag];
    if (typeof value === 'boolean') layout = withFlag(layout, flag, value);
  }
  return layout;
}

/** The layout as it is kept. */
export const layoutStore = createStored<Layout>('meterhouse.layout', DEFAULT_LAYOUT, readLayout);

/** Sets a flag of the layout and saves it. */
export function setLayoutFlag(flag: keyof Layout, on: boolean): void {
  layoutStore.set(withFlag(layoutStore.get(), flag, on));
}

/** The layout in force. */
export function useLayout(): Layout {
  return useSyncExternalStore(layoutStore.subscribe, layoutStore.get);
}
