import { useSyncExternalStore } from 'react';
import { createStored } from '#web/ui/stored.ts';
import { SKINS } from './skin.ts';
import { applySkin } from './variables.ts';

/** Which skin, and whether light, dark, or as the system says. */
export interface Appearance {
  readonly skin: number;
  readonly ground: 'light' | 'dark' | 'system';
}

const system = matchMedia('(prefers-color-scheme: dark)');

/** The appearance as it is kept. */
export const appearanceStore = createStored<Appearance>(
  'meterhouse.appearance',
  { skin: 0, ground: 'system' },
  (value) => {
    const { skin, ground } = value as Partial<Appearance>;
    return {
      skin: typeof skin === 'number' && skin in SKINS ? skin : 0,
      ground: ground === 'dark' || ground === 'light' ? ground : 'system',
    };
  },
);

function isDark(): boolean {
  const { ground } = appearanceStore.get();
  return ground === 'dark' || (ground === 'system' && system.matches);
}

function apply(): void {
  applySkin(appearanceStore.get().skin, isDark());
}

/** Puts the saved skin on the document and keeps it in step with the choice and the system. */
export function startAppearance(): void {
  apply();
  appearanceStore.subscribe(apply);
  system.addEventListener('change', apply);
  // Paper is light.
  addEventListener('beforeprint', () => applySkin(appearanceStore.get().skin, false));
  addEventListener('afterprint', apply);
}

export const setAppearance = appearanceStore.set;

/** The chosen appearance, and whether the ground is dark at the moment. */
export function useAppearance(): Appearance & { dark: boolean } {
  const appearance = useSyncExternalStore(appearanceStore.subscribe, appearanceStore.get);
  const dark = useSyncExternalStore((listener) => {
    system.addEventListener('change', listener);
    const stop = appearanceStore.subscribe(listener);
    return () => {
      system.removeEventListener('change', listener);
      stop();
    };
  }, isDark);
  return { ...appearance, dark };
}
