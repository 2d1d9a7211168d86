import { setTimeout as sleep } from 'node:timers/promises';
import { Bell } from '#server/database/bell.ts';
import type { Database } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { CHANNEL } from './dirty.ts';
import { foldDirty } from './foldDirty.ts';
import { Patience } from './patience.ts';

const LOOK_MS = 1000;
/** While something was left to wait: what comes meanwhile is looked at then too. */
const HELD_LOOK_MS = 250;

/** Folds whenever something was marked: recent values within a moment when told, else within a second. `stop` waits for the fold at work. */
export function startFoldLoop(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  log: Log,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const patience = new Patience();
  let held = 0;
  const bell = new Bell();
  const listener = listenTo(pool, { [CHANNEL]: bell.ring }, { log, lost: bell.ring });
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        bell.hush();
        await foldDirty(db, { signal: stopping.signal, patience, tell: (n) => (held = n), log });
      } catch (error) {
        log.warn(`The fold: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (held > 0) await sleep(HELD_LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
      else if (!stopping.signal.aborted) await bell.sleep(LOOK_MS);
    }
  };

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      bell.ring();
      await Promise.all([running, listener.stop()]);
    },
  };
}
