import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** What was told a moment ago is folded first: while it waits so long, nothing is sealed. */
const BEHIND = '5 seconds';
const BEHIND_MS = 2000;
/** But not for ever: a meter whose fold fails stays marked. */
const MOST_WAITS = 15;
/** Where more wait than this, the fold is behind, and none of them is one whose fold fails. */
const MOST_FAILING = 100;

/** Waits while recent values wait to be folded: whoever seals has time. One look for quiet months has one of these. */
export class GivingWay {
  readonly #pool: pg.Pool;
  readonly #signal: AbortSignal | undefined;
  readonly #pauseMs: number;
  /** Meters that were waited for in vain. */
  readonly #failing = new Set<number>();

  constructor(pool: pg.Pool, signal: AbortSignal | undefined, pauseMs: number = BEHIND_MS) {
    this.#pool = pool;
    this.#signal = signal;
    this.#pauseMs = pauseMs;
  }

  /** Waits a while; what waits on after that is not waited for again. */
  async wait(): Promise<void> {
    let behind = await this.#behind();
    let always = behind;
    for (let i = 0; i < MOST_WAITS && behind.length > 0; i++) {
      await pause(this.#pauseMs, this.#signal);
      if (this.#signal?.aborted) return;
      behind = await this.#behind();
      const still = new Set(behind);
      always = always.filter((id) => still.has(id));
    }
    if (behind.length > 0 && behind.length <= MOST_FAILING) for (const id of always) this.#failing.add(id);
  }

  async #behind(): Promise<number[]> {
    const { rows } = await this.#pool.query<{ id: number }>({
      name: 'seal_behind',
      text: `select distinct meter_id as id from (
               select meter_id from dirty where live and marked_at < now() - interval '${BEHIND}' and meter_id <> all ($1::integer[])
               limit ${MOST_FAILING * 10}) d limit ${MOST_FAILING + 1}`,
      values: [[...this.#failing]],
    });
    return rows.map(({ id }) => id);
  }
}

/** Rests; a signal ends it. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal && { signal }).catch(() => {});
