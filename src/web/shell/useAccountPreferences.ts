import { useEffect, useState } from 'react';
import type { PreferenceName } from '#contract/preference.ts';
import { post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { sessionQuery, useSession } from '#web/session/session.ts';
import { appearanceStore } from '#web/theme/appearance.ts';
import { createStored, type Stored } from '#web/ui/stored.ts';
import { layoutStore } from './layout.ts';
import { tourStore } from '../tour/tourStore.ts';
import { recentStore, starredStore } from './places.ts';

/** What the shell keeps on the device too; the others are chosen and kept at once. */
type StoredName = Exclude<PreferenceName, 'home' | 'alarm'>;

const KEPT: Readonly<Record<StoredName, Pick<Stored<unknown>, 'get' | 'take' | 'subscribe'>>> = {
  appearance: appearanceStore,
  layout: layoutStore,
  starred: starredStore,
  recent: recentStore,
  tour: tourStore,
};

/** What one person was at is nothing for the next on the same device; a look is. */
const OWN: ReadonlySet<PreferenceName> = new Set(['starred', 'recent', 'tour']);

/** Changes that follow each other are one. */
const WAIT_MS = 300;

/**
 * What was changed here and is not known to be kept with the account, by the number of the account: a page that is left
 * in between, or is without a network, goes before what the account kept earlier.
 */
const unsaved = createStored<Readonly<Record<string, number>>>('meterhouse.unsaved', {}, (value) =>
  Object.fromEntries(Object.entries(value).filter(([, id]) => typeof id === 'number')),
);
const settle = (name: StoredName): void => {
  const { [name]: mark, ...rest } = unsaved.get();
  if (mark !== undefined) unsaved.set(rest);
};

/** Takes what the account keeps on log-in, and keeps with the account what is changed from then on. */
export function useAccountPreferences(): void {
  const { preferences = {}, user } = useSession();
  const { userId: id } = user;
  // The shell begins anew with each log-in; what the session says later is what was kept from here.
  const [begun] = useState(preferences);
  useEffect(() => {
    const stops = (Object.keys(KEPT) as StoredName[]).map((name) => {
      const newer = unsaved.get()[name] === id;
      const kept = begun[name] ?? (OWN.has(name) ? [] : undefined);
      if (!newer) settle(name);
      if (kept && !newer) KEPT[name].take(kept);
      return follow(name, id, newer);
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [begun, id]);
}

/** @param newer what is on the device was not kept with the account yet */
function follow(name: StoredName, id: number, newer: boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changes = 0;
  const save = (): void => {
    const kept = KEPT[name].get() as object;
    // A shell that begins again in this session, after a locked screen, begins with it.
    queryClient.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, preferences: { ...session.preferences, [name]: kept } },
    );
    const value = JSON.stringify(kept);
    const saved = changes;
    // What could not be kept stays on this device, and goes along with the next change or the next beginning.
    void post('sys/preference/save', { name, value }, { quiet: true })
      .then(() => saved === changes && settle(name))
      .catch(() => {});
  };
  const change = (): void => {
    changes += 1;
    unsaved.set({ ...unsaved.get(), [name]: id });
    clearTimeout(timer);
    timer = setTimeout(save, WAIT_MS);
  };
  if (newer) save();
  const stop = KEPT[name].subscribe(change);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
