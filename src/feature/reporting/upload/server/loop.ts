import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { onFolded } from '#feature/meters/reading/server/public.ts';
import type { Database } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { Period } from '../domain/period.ts';
import { busyPlatforms, openBatches } from './batch.ts';
import { reviseTouched, sweep } from './changes.ts';
import { tellOfBatch } from './notice.ts';
import { platformById } from './platform.ts';
import { recover, runBatch } from './run.ts';
import { fileDue } from './schedule.ts';
import { secretsOf } from './secret.ts';
import type { TalkConfig } from './talk.ts';

const LOOK_MS = 500;
/** Any fixed number: with the platform's id the lock of a platform. */
const LOCK = 7_303_210;
/** Platforms of one worker that are reported to at a time. */
const MOST_AT_A_TIME = 2;
/** Folds come in heaps: their figures are looked at when the heap is over. */
const SETTLE_MS = 3000;

/**
 * Runs the batches of a platform that are due, one after the other, while no other process does. False where another does.
 */
export async function runPlatform(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  config: TalkConfig,
  log: Log,
  platformId: number,
  halt?: AbortSignal,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', [
      LOCK,
      platformId,
    ]);
    if (!rows[0]?.mine) return false;
    try {
      await recover(db, platformId);
      for (const batch of await openBatches(db, platformId)) {
        const platform = await platformById(db, platformId);
        if (!platform) break;
        const secrets = await secretsOf(db, config, platformId);
        await runBatch({ db, config, log, platform, secrets, ...(halt ? { halt } : {}) }, batch);
        if (halt?.aborted) break;
        await tellOfBatch(db, batch.id);
      }
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [LOCK, platformId]).catch(() => {});
    }
    return true;
  } finally {
    client.release();
  }
}

/** Gathers what folds touch, and hands it over when nothing more came for a while. */
function gather(revise: (touched: ReadonlyMap<number, Period>) => Promise<void>): { stop(): void } {
  let touched = new Map<number, Period>();
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    const all = touched;
    touched = new Map();
    void revise(all);
  };
  const off = onFolded((meterId, { from, to }) => {
    const known = touched.get(meterId);
    touched.set(
      meterId,
      known ? { from: Math.min(from, known.from), to: Math.max(to, known.to) } : { from, to },
    );
    timer ??= setTimeout(flush, SETTLE_MS);
  });
  return {
    stop: () => {
      off();
      if (timer) clearTimeout(timer);
    },
  };
}

/**
 * Reports: files what is due, runs batches, revises what changed. Any number of workers may. `stop` waits for what is on
 * its way; what is left goes on with the next start.
 */
export function startUploadLoop(
  database: Pick<Database, 'db' | 'pool'>,
  config: TalkConfig,
  log: Log,
): { stop(): Promise<void> } {
  const { db } = database;
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  const warn = (what: string) => (error: unknown) =>
    log.warn(`Reporting, ${what}: ${error instanceof Error ? error.message : String(error)}`);
  const gathered = gather((touched) =>
    reviseTouched(db, touched, Date.now()).then(() => {}, warn('revisions')),
  );
  const start = (platformId: number): void => {
    const work = runPlatform(database, config, log, platformId, stopping.signal)
      .then(() => {}, warn(`platform ${platformId}`))
      .finally(() => running.delete(platformId));
    running.set(platformId, work);
  };
  const loop = async (): Promise<void> => {
    let [planned, swept] = [0, Date.now()];
    while (!stopping.signal.aborted) {
      try {
        if (Date.now() - planned >= MINUTE_MS) {
          planned = Date.now();
          await fileDue(db, planned);
        }
        if (Date.now() - swept >= HOUR_MS) {
          swept = Date.now();
          await sweep(db, swept);
        }
        for (const id of await busyPlatforms(db))
          if (!running.has(id) && running.size < MOST_AT_A_TIME) start(id);
      } catch (error) {
        warn('schedule')(error);
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      gathered.stop();
      await looping;
      await Promise.race([Promise.all(running.values()), sleep(12_000)]);
    },
  };
}
