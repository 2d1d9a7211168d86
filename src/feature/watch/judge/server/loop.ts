import { alarmTopic, type LiveAlarm } from '#feature/meters/messaging/contract.ts';
import { tellAll } from '#feature/meters/messaging/server/public.ts';
import { READINGS_CHANNEL } from '#feature/meters/reading/server/public.ts';
import type { Ways } from '#feature/watch/linkage/server/public.ts';
import { Bell } from '#server/database/bell.ts';
import type { Database } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { type OwnClock, RIGHT_CLOCK } from '#server/ownClock.ts';
import type { News } from './apply.ts';
import { dueFigures, lookAtFigures } from './figure.ts';
import { type LookOptions, type Looked, lookOnce, waitingMeters } from './look.ts';

const LOOK_MS = 250;
/** A meter that keeps sending is judged twice a second: each look costs the same for one value as for many. */
const REST_MS = 500;
/** A meter that could not be judged is tried again after. */
const AGAIN_MS = 60_000;

type Clock = Pick<OwnClock, 'look'>;

/** What a running judge is asked. */
export interface Judging {
  stop(): Promise<void>;
}

/**
 * Judges whatever came, as soon as it is told, and what time alone changes. Any number of workers may run it: one judges
 * at a time. A meter whose judging fails is left for a minute and told in the log; the others go on.
 */
export function startJudging(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  ways: Ways,
  log: Log,
  clock: Clock = RIGHT_CLOCK,
): Judging {
  const stopping = new AbortController();
  const failed = new Map<number, number>();
  const bell = new Bell();
  const listener = listenTo(pool, { [READINGS_CHANNEL]: bell.ring }, { log, lost: bell.ring });

  const options = (): LookOptions => {
    const now = Date.now();
    for (const [id, at] of failed) if (at <= now) failed.delete(id);
    return { ways, now, inDoubt: clock.look() !== null, except: [...failed.keys()], restMs: REST_MS };
  };
  const look = async (): Promise<Looked> => {
    try {
      return await lookOnce(db, options());
    } catch (error) {
      log.warn(`Alarms were not judged: ${error instanceof Error ? error.message : String(error)}`);
      return oneByOne(db, options(), (id, reason) => {
        failed.set(id, Date.now() + AGAIN_MS);
        log.error(`Alarms of meter ${id} were not judged: ${reason}`);
      });
    }
  };
  /** Figures are looked at after the readings, so that neither waits for a fault of the other. */
  const figures = async (): Promise<number> => {
    const { meterIds, news } = await figuresOf(db, options(), (id, reason) => {
      failed.set(id, Date.now() + AGAIN_MS);
      log.error(`Alarms on figures of meter ${id} were not judged: ${reason}`);
    });
    if (news.length > 0) await tell(pool, news);
    return meterIds.length;
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      bell.hush();
      let looked = 0;
      try {
        const { meterIds, news } = await look();
        looked = meterIds.length;
        if (news.length > 0) await tell(pool, news);
        looked += await figures();
      } catch (error) {
        log.warn(`The watch for alarms: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (looked === 0 && !stopping.signal.aborted) await bell.sleep(LOOK_MS);
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

/** Judges each meter that waits in a transaction of its own, so that one does not hold up the others. */
async function oneByOne(
  db: Database['db'],
  options: LookOptions,
  fail: (meterId: number, reason: string) => void,
): Promise<Looked> {
  const all: Looked[] = [];
  for (const id of await waitingMeters(db, options))
    try {
      all.push(await lookOnce(db, { ...options, only: id }));
    } catch (error) {
      fail(id, error instanceof Error ? error.message : String(error));
    }
  return { meterIds: all.flatMap((one) => one.meterIds), news: all.flatMap((one) => one.news) };
}

/** Looks at figures, where it fails one meter after the other. */
async function figuresOf(
  db: Database['db'],
  options: LookOptions,
  fail: (meterId: number, reason: string) => void,
): Promise<Looked> {
  try {
    return await lookAtFigures(db, options);
  } catch {
    const all: Looked[] = [];
    for (const id of await dueFigures(db, options))
      try {
        all.push(await lookAtFigures(db, { ...options, only: id }));
      } catch (error) {
        fail(id, error instanceof Error ? error.message : String(error));
      }
    return { meterIds: all.flatMap((one) => one.meterIds), news: all.flatMap((one) => one.news) };
  }
}

/** Tells the screens of people, each by its site. */
async function tell(pool: Database['pool'], news: readonly News[]): Promise<void> {
  await tellAll(
    pool,
    news.map(({ consumerId, siteId, recordId, meterId, level, active }) => {
      const live: LiveAlarm = { recordId, meterId, alarmLevel: level, alarmStatus: active ? '1' : '0' };
      return { topic: alarmTopic(consumerId, siteId), payload: JSON.stringify(live) };
    }),
  );
}
