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
import { lookAtEvents, waitingEvents } from './event.ts';
import { dueFigures, lookAtFigures } from './figure.ts';
import { type LookOptions, type Looked, lookOnce } from './look.ts';
import { dueMixed, lookAtMixed } from './mixed.ts';
import { peek, type Waits } from './peek.ts';
import { waitingMeters } from './queue.ts';
import { RuleBook } from './ruleBook.ts';
import { lookAtSignals, waitingPoints } from './signal.ts';

const LOOK_MS = 250;
/** Meters that keep sending are judged twice a second: each look costs the same for one value as for many. */
const REST_MS = 500;
/** A meter that could not be judged is tried again after. */
const AGAIN_MS = 60_000;

type Clock = Pick<OwnClock, 'look'>;

/** What a running judge is asked. */
export interface Judging {
  stop(): Promise<void>;
}

/** A kind of look: what it judges, what of that waits, and what it is called in the log. */
interface Kind {
  readonly name: string;
  readonly of: keyof Waits;
  readonly look: (db: Database['db'], options: LookOptions) => Promise<Looked>;
  readonly waiting: (db: Database['db'], options: LookOptions) => Promise<readonly number[]>;
}

/** Each after the other, so that none waits for a fault of another. */
const KINDS: readonly Kind[] = [
  { name: 'meter', of: 'meters', look: lookOnce, waiting: waitingMeters },
  { name: 'the figures of meter', of: 'figures', look: lookAtFigures, waiting: dueFigures },
  { name: 'signal point', of: 'signals', look: lookAtSignals, waiting: waitingPoints },
  { name: 'the compositions of meter', of: 'mixed', look: lookAtMixed, waiting: dueMixed },
  { name: 'event of devices', of: 'events', look: lookAtEvents, waiting: waitingEvents },
];

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Looks of a kind; what cannot be judged is left for a while, and told in the log. */
class Looks {
  readonly #kind: Kind;
  readonly #log: Log;
  readonly #failed = new Map<number, number>();

  /** What it looks at. */
  get of(): keyof Waits {
    return this.#kind.of;
  }

  constructor(kind: Kind, log: Log) {
    this.#kind = kind;
    this.#log = log;
  }

  /** All that waits in one transaction; where that fails each in one of its own, so that one does not hold up the others. */
  async once(db: Database['db'], options: LookOptions): Promise<Looked> {
    for (const [id, at] of this.#failed) if (at <= options.now) this.#failed.delete(id);
    const wanted = { ...options, except: [...this.#failed.keys()] };
    try {
      return await this.#kind.look(db, wanted);
    } catch (error) {
      this.#log.warn(`Alarms of ${this.#kind.name} … were not judged together: ${reasonOf(error)}`);
    }
    const all: Looked[] = [];
    for (const id of await this.#kind.waiting(db, wanted))
      try {
        all.push(await this.#kind.look(db, { ...wanted, only: id }));
      } catch (error) {
        this.#failed.set(id, Date.now() + AGAIN_MS);
        this.#log.error(`Alarms of ${this.#kind.name} ${id} were not judged: ${reasonOf(error)}`);
      }
    return { ids: all.flatMap(({ ids }) => ids), news: all.flatMap(({ news }) => news) };
  }
}

/**
 * Judges whatever came, as soon as it is told, and what time alone changes. Any number of workers may run it: one judges
 * at a time. What cannot be judged is left for a minute and told in the log; the others go on.
 */
export function startJudging(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  ways: Ways,
  log: Log,
  clock: Clock = RIGHT_CLOCK,
): Judging {
  const stopping = new AbortController();
  const bell = new Bell();
  const listener = listenTo(pool, { [READINGS_CHANNEL]: bell.ring }, { log, lost: bell.ring });
  const looks = KINDS.map((kind) => new Looks(kind, log));
  const kept = {
    restMs: REST_MS,
    rests: new Map<number, { from: number; to: number }>(),
    book: new RuleBook(),
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      bell.hush();
      let looked = 0;
      try {
        const waits = await peek(pool, Date.now(), kept.rests);
        for (const one of looks.filter(({ of }) => waits[of])) {
          const options = { ways, now: Date.now(), inDoubt: clock.look() !== null, ...kept };
          const { ids, news } = await one.once(db, options);
          looked += ids.length;
          if (news.length > 0) await tell(pool, news);
        }
      } catch (error) {
        log.warn(`The watch for alarms: ${reasonOf(error)}`);
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
