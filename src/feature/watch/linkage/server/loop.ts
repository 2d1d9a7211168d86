import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { endControls } from './control.ts';
import { runDue } from './due.ts';
import { sendHeld } from './held.ts';
import { sendHooks } from './hook.ts';
import type { Ways } from './run.ts';
import { followLetters } from './undelivered.ts';

const LOOK_MS = 1000;

/** Does what is due now and needs nobody's answer. @returns how many runs were looked at */
async function runInside(db: Db, ways: Ways): Promise<number> {
  const ended = await db.transaction().execute((trx) => runDue(trx, ways, Date.now()));
  const sent = await sendHeld(db, ways, Date.now());
  return ended + sent + (await endControls(db)) + (await followLetters(db));
}

/** Does what is due now. @returns how many runs were looked at */
export const runLinkages = async (db: Db, ways: Ways): Promise<number> =>
  (await runInside(db, ways)) + (await sendHooks(db, ways));

/**
 * Looks every second; any number of workers may. Servers of web hooks that do not answer keep nobody else waiting: they
 * are asked beside it. `stop` waits for the looks at work.
 */
export function startLinkageLoop(db: Db, ways: Ways, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async (work: (db: Db, ways: Ways) => Promise<number>): Promise<void> => {
    while (!stopping.signal.aborted) {
      let looked = 0;
      try {
        looked = await work(db, ways);
      } catch (error) {
        log.warn(`The linkages: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (looked === 0) await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = Promise.all([run(runInside), run(sendHooks)]);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
