import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { MOVE_MS } from '#contract/camera.ts';
import { cameraOf, type CameraReader } from './camera.ts';
import { Eye } from './eye.ts';
import { halt } from './halt.ts';
import type { Press } from './lease.ts';

/** What is turned, as far as it must be stopped. */
export type TurnedPart = 'head' | 'focus';

/** While something turns it is looked after so often; without a notice so often, ms. */
const LOOK_MS = 200;
const REST_MS = 10_000;
/** The process that turns a camera stops it itself, unless it has not so long after the time, ms. */
const GRACE_MS = 300;
/** Whoever stops one has so long; then the next tries, ms. */
const TAKEN_MS = 3000;
/** A camera that cannot be reached so long after its time is given up, s. */
const GIVEN_UP_S = 60;
/** What ends later than any motion can was written down before the clock was set back: its time is over. */
const AHEAD_MS = MOVE_MS.to + 500;

const ms = (n: number) => sql`${n}::integer * interval '1 millisecond'`;

/**
 * Writes down by when a camera that begins to turn is stopped, before it is told to.
 * @returns false where the press that turns it was let go meanwhile: it must not begin
 */
export async function keepMotion(
  system: Db,
  motion: {
    readonly cameraId: number;
    readonly part: TurnedPart;
    readonly mark: string;
    readonly moveMs: number;
    readonly press?: Press | undefined;
  },
): Promise<boolean> {
  const { cameraId, part, mark, moveMs, press } = motion;
  const { rows } = await sql`insert into camera_motion (camera_id, part, mark, stop_at)
    select ${cameraId}::integer, ${part}::text, ${mark}::uuid, clock_timestamp() + ${ms(moveMs)}
    where not exists (select from camera_lease l where l.camera_id = ${cameraId} and l.page = ${press?.page ?? null}::text
      and l.let_go >= ${press?.number ?? null}::integer)
    on conflict (camera_id) do update set part = excluded.part, mark = excluded.mark, stop_at = excluded.stop_at,
      taken_until = null
    returning 1`.execute(system);
  return rows.length > 0;
}

/** What turns now as it was written down, by whichever process. */
export async function motionOf(
  system: Db,
  cameraId: number,
): Promise<{ readonly part: TurnedPart; readonly mark: string } | undefined> {
  const { rows } = await sql<{ part: TurnedPart; mark: string }>`
    select part, mark::text from camera_motion where camera_id = ${cameraId}`.execute(system);
  return rows[0];
}

/** Whether another motion of the same part than that of a mark was written down, and its time is not over. */
export async function turnsElsewhere(
  system: Db,
  cameraId: number,
  part: TurnedPart,
  mark: string,
): Promise<boolean> {
  const { rows } = await sql`select from camera_motion where camera_id = ${cameraId} and part = ${part}
    and mark::text <> ${mark} and stop_at > clock_timestamp() and stop_at < clock_timestamp() + ${ms(AHEAD_MS)}`.execute(
    system,
  );
  return rows.length > 0;
}

/** It has been stopped; a newer motion stays. */
export async function dropMotion(system: Db, cameraId: number, mark: string): Promise<void> {
  await sql`delete from camera_motion where camera_id = ${cameraId} and mark = ${mark}`.execute(system);
}

interface KeeperWays {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly reader: CameraReader;
  readonly log: Log;
}

interface Overdue {
  readonly cameraId: number;
  readonly part: TurnedPart;
  readonly mark: string;
}

/**
 * Stops cameras whose time is over and that nobody stopped: the process that turned them is dead, or could not reach them.
 * Any number of processes may; each camera is taken by one at a time.
 */
export function startMotionKeeper({ db, pool, reader, log }: KeeperWays): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let wake = new AbortController();

  const stopOne = async ({ cameraId, part, mark }: Overdue): Promise<void> => {
    try {
      const eye = new Eye(await cameraOf(db, reader, cameraId));
      await halt(eye, part);
      await dropMotion(db, cameraId, mark);
    } catch (error) {
      // What is deleted takes its motion along.
      if (error instanceof Error && error.message === noSuchRow().message) return;
      log.warn(`Camera ${cameraId} turns and could not be stopped: ${String(error)}`);
    }
  };
  const look = async (): Promise<boolean> => {
    const { rows } = await sql<Overdue>`
      update camera_motion set taken_until = clock_timestamp() + ${ms(TAKEN_MS)},
        stop_at = least(stop_at, clock_timestamp())
      where (stop_at < clock_timestamp() - ${ms(GRACE_MS)} or stop_at > clock_timestamp() + ${ms(AHEAD_MS)})
        and (taken_until is null or taken_until < clock_timestamp()
          or taken_until > clock_timestamp() + ${ms(TAKEN_MS + 500)})
      returning camera_id as "cameraId", part, mark`.execute(db);
    for (const row of rows) {
      const stopped = stopOne(row).finally(() => running.delete(stopped));
      running.add(stopped);
    }
    const { rows: left } = await sql`with given_up as (delete from camera_motion
        where stop_at < clock_timestamp() - ${GIVEN_UP_S} * interval '1 second')
      select from camera_motion limit 1`.execute(db);
    return left.length > 0;
  };
  const listener = listenTo(pool, { camera_motion: () => wake.abort() }, { log, lost: () => wake.abort() });
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      const turning = await look().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn(`Turning cameras: ${String(error)}`);
        return false;
      });
      const signal = turning ? stopping.signal : AbortSignal.any([stopping.signal, wake.signal]);
      await sleep(turning ? LOOK_MS : REST_MS, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await listener.stop();
      await looking;
      await Promise.all(running);
    },
  };
}
