import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#server/database/log.ts';
import { share, Watch } from '../../domain/lease.ts';
import {
  addSessions,
  beat,
  forgetTaker,
  type Leases,
  releaseSessions,
  removeSession,
  takeSession,
} from './leaseTable.ts';
import type { Session } from './session.ts';

/** Times in ms of this process's steady clock. */
export interface LeaseTimes {
  readonly beat: number;
  /** Without a beat that the database took a process lets go of its sessions; well before others take them. */
  readonly fence: number;
  /** A process whose beat stands still is dead to others. */
  readonly lost: number;
  /** A process whose sessions are not up leaves them to others. */
  readonly unable: number;
  /** A session that no settings name any more is emptied and ended. */
  readonly unwanted: number;
  /** Nothing comes for so long: it is empty. */
  readonly quiet: number;
}

export const LEASE_TIMES: LeaseTimes = {
  beat: 1000,
  fence: 3000,
  lost: 5000,
  unable: 5000,
  unwanted: 60_000,
  quiet: 5000,
};

export interface HoldOptions {
  readonly id: string;
  readonly name: string;
  /** Client ids that the settings name. */
  readonly wants: readonly string[];
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly times: LeaseTimes;
  readonly open: (clientId: string) => Session;
  readonly reaches: () => Promise<boolean>;
}

export interface HeldLeases {
  readonly sessions: ReadonlyMap<string, Session>;
  stop(): Promise<void>;
}

/** Holds this process's share of the sessions, for as long as the database says so. */
export function holdLeases(options: HoldOptions): HeldLeases {
  const { id, name, wants, pool, log, times, open, reaches } = options;
  const sessions = new Map<string, Session>();
  const watch = new Watch(times.lost);
  const unwantedSince = new Map<string, number>();
  const stopping = new AbortController();
  /** Whether it reaches the broker; a new process shows it before others leave it their sessions. */
  let able = false;
  let trying: Promise<void> | undefined;
  let fencedAt = -Infinity;
  const sure = <T>(work: Promise<T>): Promise<T> => within(times.lost, work);

  /** Breaks off sessions that are not this process's any more. */
  const drop = async (clientIds: readonly string[]): Promise<void> => {
    const gone = clientIds.flatMap((clientId) => sessions.get(clientId) ?? []);
    for (const clientId of clientIds) sessions.delete(clientId);
    await Promise.all(gone.map((session) => session.stop()));
  };

  const judgeAble = (): void => {
    const mine = [...sessions.values()];
    if (mine.length > 0) able = mine.every(({ downMs }) => downMs < times.unable);
    else if (!able) trying ??= reaches().then((reached) => ((able = reached), (trying = undefined)));
  };

  /** Takes and lets go, so that every process has its share. */
  const move = async (leases: Leases, alive: ReadonlySet<string>): Promise<void> => {
    const living = leases.takers.filter((taker) => alive.has(taker.id));
    const { take, release } = share(id, living, leases.sessions);
    if (release.length > 0) {
      await drop(release);
      await sure(releaseSessions(pool, id, release));
    }
    for (const clientId of take) {
      const seen = leases.sessions.find((session) => session.clientId === clientId);
      if (!seen || !(await sure(takeSession(pool, seen, id)))) continue;
      if (seen.owner !== null) log.warn(`The session ${clientId} of a process that is gone is taken over.`);
      sessions.set(clientId, open(clientId));
    }
    for (const taker of leases.takers) {
      const had = leases.sessions.some(({ owner }) => owner === taker.id);
      if (!alive.has(taker.id) && !had) await sure(forgetTaker(pool, taker.id, taker.beat));
    }
  };

  /** Connects what is held, empties and ends what no settings name. */
  const tend = async (leases: Leases, alive: ReadonlySet<string>, now: number): Promise<void> => {
    const wanted = new Set(leases.takers.flatMap((taker) => (alive.has(taker.id) ? taker.wants : [])));
    for (const [clientId, session] of sessions) {
      if (wanted.has(clientId)) unwantedSince.delete(clientId);
      const since = unwantedSince.get(clientId) ?? now;
      if (!wanted.has(clientId)) unwantedSince.set(clientId, since);
      const drain = now - since >= times.unwanted;
      if (drain && session.quietMs >= times.quiet) await end(clientId, session);
      else session.ensure({ drain });
    }
  };

  const end = async (clientId: string, session: Session): Promise<void> => {
    try {
      await session.remove();
      await sure(removeSession(pool, id, clientId));
      sessions.delete(clientId);
      unwantedSince.delete(clientId);
      log.info(`The session ${clientId}, which no settings name any more, is empty and has been ended.`);
    } catch (error) {
      log.warn(`The session ${clientId} could not be ended yet: ${String(error)}`);
    }
  };

  const once = async (): Promise<void> => {
    judgeAble();
    // From before it is sent: an answer may be late.
    const sent = performance.now();
    const leases = await sure(beat(pool, { id, name, able, wants }, times.fence));
    if (stopping.signal.aborted) return;
    const alive = watch.see([...leases.takers], sent).add(id);
    fencedAt = sent + times.fence;
    await drop([...sessions.keys()].filter((clientId) => !leases.held.has(clientId)));
    for (const clientId of leases.held) if (!sessions.has(clientId)) sessions.set(clientId, open(clientId));
    const known = new Set(leases.sessions.map(({ clientId }) => clientId));
    const missing = wants.filter((clientId) => !known.has(clientId));
    if (missing.length > 0) await sure(addSessions(pool, missing));
    await move(leases, alive);
    // What follows connects, which only who is sure of its sessions may do.
    if (performance.now() < fencedAt) await tend(leases, alive, sent);
  };

  const fence = setInterval(() => {
    if (sessions.size === 0 || performance.now() < fencedAt) return;
    log.warn('The database does not confirm this process: it leaves the external broker until it does.');
    void drop([...sessions.keys()]);
  }, times.beat / 4);

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await once().catch((error: unknown) =>
        log.warn(`Sessions of the external broker were not looked after: ${String(error)}`),
      );
      await sleep(times.beat, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    sessions,
    async stop() {
      stopping.abort();
      await running;
      clearInterval(fence);
      const mine = [...sessions.keys()];
      await drop(mine);
      await sure(releaseSessions(pool, id, mine).then(() => forgetTaker(pool, id))).catch((error: unknown) =>
        log.warn(`Sessions were not let go: ${String(error)}`),
      );
    },
  };
}

/** Gives up waiting after a time; what then still comes is not looked at. @throws Error */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const given = new AbortController();
  const late = sleep(ms, undefined, { signal: given.signal }).then(() => {
    throw new Error('the database does not answer');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    work.catch(() => {});
    late.catch(() => {});
    given.abort();
  }
}
