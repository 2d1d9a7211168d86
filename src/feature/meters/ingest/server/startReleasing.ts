import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Database } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { type OwnClock, RIGHT_CLOCK } from '#server/ownClock.ts';
import { HeldStore } from './hold.ts';
import { type Aim, releaseHeld } from './release.ts';

/** Reported by the triggers of meters and mappings. */
const CHANNEL = 'held';
/** New rows are looked at a turn later: their name may have been added while they were on their way. */
const LOOK_MS = 2000;
/** Several changes come together. */
const GATHER_MS = 200;
/** Everything is looked at, as a notice may be lost, and bounds are kept. */
const SWEEP_MS = 300_000;
/** What waited too long goes only when the clock that says so was right for a day: one set wrong would drop it all. */
const SURE_MS = DAY_MS;
// Any fixed number; it keeps several workers from counting the same rows.
const LOCK = 7_303_086;

/** Counts what waits as soon as its name means something, and keeps what waits within its bounds, until stopped. */
export function startReleasing(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  log: Log,
  clock: Pick<OwnClock, 'rightFor'> = RIGHT_CLOCK,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const held = new HeldStore(db);
  const reported = new Set<number>();
  let rouse: () => void = () => {};
  let sweepAt = 0;
  const listener = listenTo(
    pool,
    {
      [CHANNEL]: (consumerId) => {
        reported.add(Number(consumerId));
        rouse();
      },
    },
    { log, lost: () => (sweepAt = 0) },
  );

  /** Rows up to the first were looked at, up to the second they were there a turn ago. */
  let [looked, there] = [0, 0];
  const look = async (): Promise<void> => {
    const sweeps = Date.now() >= sweepAt;
    const consumerIds = [...reported];
    reported.clear();
    const aims: Aim[] = [];
    if (sweeps) aims.push({});
    else {
      if (consumerIds.length > 0) aims.push({ consumerIds });
      if (there > looked) aims.push({ ids: { after: looked, upTo: there } });
    }
    const { rows } = await pool.query<{ id: string | null }>('select max(id) as id from held_reading');
    const newest = Number(rows[0]?.id ?? 0);
    if (aims.length > 0) {
      const mine = await alone(db, async () => {
        for (const aim of aims) await releaseHeld(db, aim, signal);
        if (sweeps) await held.trimAll(Date.now(), clock.rightFor() > SURE_MS);
      });
      if (!mine) return;
      if (sweeps) sweepAt = Date.now() + SWEEP_MS;
    }
    looked = there;
    there = newest;
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const roused = new Promise<void>((resolve) => (rouse = resolve));
      await look().catch((error: unknown) => {
        log.warn(`What waits for a name: ${String(error)}`);
        sweepAt = 0;
      });
      const pause = sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => {});
      await Promise.race([roused.then(() => sleep(GATHER_MS)), pause]);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await listener.stop();
    },
  };
}

/** Runs `work` unless another worker is at it. @returns whether it ran */
const alone = (db: Database['db'], work: () => Promise<void>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(
      trx,
    );
    if (!rows[0]?.mine) return false;
    await work();
    return true;
  });
