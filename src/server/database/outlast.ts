import { setTimeout as sleep } from 'node:timers/promises';
import { isAway } from './away.ts';
import type { Log } from './log.ts';

const FIRST_MS = 100;
const LONGEST_MS = 1000;

/**
 * Does `work`, and again while the database is away, for `ms` from the first failure in a row. What was done before the
 * connection was lost may have been committed: `work` must do no harm when it is done twice.
 * @throws the last failure when the time is over, any other at once.
 */
export async function outlast<T>(
  work: () => Promise<T>,
  { ms, log }: { readonly ms: number; readonly log?: Log },
): Promise<T> {
  let until: number | undefined;
  for (let pause = FIRST_MS; ; pause = Math.min(pause * 2, LONGEST_MS)) {
    const began = Date.now();
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      // Work that went on for long before it was cut off has all its time again.
      if (until === undefined || Date.now() - began > ms) {
        until = Date.now() + ms;
        pause = FIRST_MS;
        log?.warn(`The database is away, the work goes on when it is back: ${String(error)}`);
      }
      if (Date.now() + pause > until) throw error;
      await sleep(pause);
    }
  }
}
