import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { lookAtPlan } from './look.ts';
import { plansOf } from './plan.ts';
import { reviewLeft } from './telling.ts';

const LOOK_MS = 2000;
/** What was left to people is looked at less often, looks. */
const REVIEW_EVERY = 15;

/** Looks once at every plan that is enabled or has an open run. One that fails does not keep the others. */
export async function watchShedding(db: Db, log: Log, now = Date.now()): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select plan_id as id from shed_arming union select plan_id from shed_run where state <> 'ended' order by id`.execute(
    db,
  );
  for (const { id } of rows)
    await lookAtPlan(db, id, now).catch((error: unknown) =>
      log.warn(`Shedding plan ${id}: ${error instanceof Error ? error.message : String(error)}`),
    );
}

/** Watches until it is stopped; any number of processes may, one moves a plan at a time. */
export function startShedWatch(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watching = (async () => {
    for (let look = 0; !stopping.signal.aborted; look++) {
      try {
        await watchShedding(db, log);
        if (look % REVIEW_EVERY === 0) await reviewLeft(db, await plansOf(db, {}));
      } catch (error) {
        log.warn(`Shedding could not be watched: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}
