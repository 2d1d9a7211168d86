import { useEffect } from 'react';
import { PREFERENCES, type PreferenceName } from '#contract/preference.ts';
import { post } from '#web/api.ts';
import { useSession } from '#web/session/session.ts';
import { appearanceStore } from '#web/theme/appearance.ts';
import type { Stored } from '#web/ui/stored.ts';
import { layoutStore } from './layout.ts';
import { recentStore, starredStore } from './places.ts';

const KEPT: Readonly<Record<PreferenceName, Pick<Stored<unknown>, 'get' | 'take' | 'subscribe'>>> = {
  appearance: appearanceStore,
  layout: layoutStore,
  starred: starredStore,
  recent: recentStore,
};

/** What one person was at is nothing for the next on the same device; a look is. */
const OWN: ReadonlySet<PreferenceName> = new Set(['starred', 'recent']);

/** Changes that follow each other are one. */
const WAIT_MS = 1500;

/** Takes what the account keeps on log-in, and keeps with the account what is changed from then on. */
export function useAccountPreferences(): void {
  const { user, preferences = {} } = useSession();
  useEffect(() => {
    const stops = PREFERENCES.map((name) => {
      const kept = preferences[name] ?? (OWN.has(name) ? [] : undefined);
      if (kept) KEPT[name].take(kept);
      return follow(name);
    });
    return () => {
      for (const stop of stops) stop();
    };
    // What is known of an account later is what was kept from here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [user.userId]);
}

function follow(name: PreferenceName): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    const value = JSON.stringify(KEPT[name].get());
    // What could not be kept stays on this device, and goes along with the next change.
    void post('sys/preference/save', { name, value }, { quiet: true }).catch(() => {});
  };
  const stop = KEPT[name].subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(save, WAIT_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
