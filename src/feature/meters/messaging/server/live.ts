import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { sql } from 'kysely';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { Gateway } from '#feature/meters/ingest/server/public.ts';
import { type ReadingBatch, valuesOf } from '#domain/reading/batch.ts';
import type { PointState } from '#feature/meters/signalStore/contract.ts';
import { type LiveState, type LiveValues, liveTopic, signalTopic } from '../contract.ts';

/** A message to subscribers. */
export interface Message {
  readonly topic: string;
  readonly payload: string;
}

/** The channel on which processes tell messages to those that have a broker. */
export const MESSAGES = 'mqtt_message';
/** Most bytes of a notice; PostgreSQL takes 8000. */
const MOST_NOTICE = 7500;
const self = randomUUID();

/** Tells messages to the brokers of other processes. A message that does not fit into a notice is left out. */
const tellOthers = (pool: pg.Pool, messages: readonly Message[]): Promise<void> => tell(pool, messages, self);

/** Tells messages to every broker, this process's own too. */
export const tellAll = (pool: pg.Pool, messages: readonly Message[]): Promise<void> =>
  tell(pool, messages, '');

/** Tells messages to every broker when a transaction commits; nothing where it does not. */
export async function tellOnCommit(trx: Db, messages: readonly Message[]): Promise<void> {
  await sql`select pg_notify(${MESSAGES}, n) from unnest(${noticesOf(messages, '')}::text[]) n`.execute(trx);
}

async function tell(pool: pg.Pool, messages: readonly Message[], from: string): Promise<void> {
  const notices = noticesOf(messages, from);
  if (notices.length > 0 && !pool.ending)
    await pool.query(`select pg_notify('${MESSAGES}', n) from unnest($1::text[]) n`, [notices]);
}

/** Messages as notices of PostgreSQL; one that does not fit into a notice is left out. */
function noticesOf(messages: readonly Message[], from: string): string[] {
  const notices: string[] = [];
  let some: string[] = [];
  let size = 100;
  const close = (): void => {
    if (some.length > 0) notices.push(`{"from":"${from}","messages":[${some.join(',')}]}`);
    some = [];
    size = 100;
  };
  for (const { topic, payload } of messages) {
    const one = JSON.stringify([topic, payload]);
    const bytes = Buffer.byteLength(one) + 1;
    if (bytes + 100 > MOST_NOTICE) continue;
    if (size + bytes > MOST_NOTICE) close();
    some.push(one);
    size += bytes;
  }
  close();
  return notices;
}

/** The messages of a notice of another process. */
export function messagesOf(notice: string): Message[] {
  const { from, messages } = JSON.parse(notice) as { from: string; messages: [string, string][] };
  return from === self ? [] : messages.map(([topic, payload]) => ({ topic, payload }));
}

const TICK_MS = 100;
/** Older values are history that is caught up, not live. */
const LIVE_MS = HOUR_MS;
/** Most meters and points told in a tick; further ones wait for the next. */
const MOST_METERS = 500;

interface Newest extends LiveValues {
  readonly consumerId: number;
}

/** Gathers the newest values of each meter and the newest states of each signal point, and tells them ten times a second at most. */
export class LiveFeed {
  readonly #tell: (messages: readonly Message[]) => void;
  readonly #waiting = new Map<number, Newest>();
  readonly #states = new Map<number, PointState>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (messages: readonly Message[]) => void) {
    this.#tell = tell;
  }

  /** Takes what was stored. */
  readonly take = (gateway: Gateway, batch: ReadingBatch): void => {
    const oldest = Date.now() - LIVE_MS;
    for (let i = 0; i < batch.n; i++) {
      const ts = batch.ts[i] as number;
      if (ts < oldest) continue;
      const meterId = batch.meter[i] as number;
      const known = this.#waiting.get(meterId);
      if (known && known.ts > ts) continue;
      const values = known?.ts === ts ? { ...known.values } : {};
      for (const [code, value] of valuesOf(batch, i)) {
        const name = batch.table.entries[code]?.code;
        if (name) (values as Record<string, number>)[name] ??= value;
      }
      this.#waiting.set(meterId, { consumerId: gateway.consumerId, meterId, ts, values });
    }
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#tick(), TICK_MS);
  };

  /** Takes the newest states of signal points. */
  readonly takeStates = (news: readonly PointState[]): void => {
    for (const state of news) this.#states.set(state.pointId, state);
    if (this.#states.size > 0) this.#timer ??= setTimeout(() => this.#tick(), TICK_MS);
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
    this.#states.clear();
  }

  #tick(): void {
    const messages: Message[] = [];
    for (const [id, { consumerId, ...live }] of this.#waiting) {
      if (messages.length >= MOST_METERS) break;
      this.#waiting.delete(id);
      messages.push({ topic: liveTopic(consumerId, live.meterId), payload: JSON.stringify(live) });
    }
    for (const [id, { consumerId, ...state }] of this.#states) {
      if (messages.length >= MOST_METERS) break;
      this.#states.delete(id);
      const live: LiveState = state;
      messages.push({ topic: signalTopic(consumerId, id), payload: JSON.stringify(live) });
    }
    this.#timer =
      this.#waiting.size + this.#states.size > 0 ? setTimeout(() => this.#tick(), TICK_MS) : undefined;
    this.#tell(messages);
  }
}

/** Tells without waiting; what fails is only told late, as screens read anew by themselves. */
export const tellQuietly = (pool: pg.Pool, messages: readonly Message[], log: Log): void => {
  tellOthers(pool, messages).catch((error: unknown) =>
    log.warn(`Live values were not told: ${String(error)}`),
  );
};
