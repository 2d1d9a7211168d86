import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { badInput, noSuchRow } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';
import type { Db } from '#server/database/db.ts';
import { askCommand } from './command.ts';

/** A command whose sender waits for the answer. */
export interface RpcAsk {
  readonly gatewayId: number;
  /** Null = the gateway itself, else a device behind it. */
  readonly deviceName: string | null;
  readonly method: string;
  /** Anything that JSON can hold; 4096 bytes at most. */
  readonly params: unknown;
  /** How long it waits for the answer, from the sending, ms. */
  readonly timeoutMs: number;
  /** Sent within this time or not at all, ms; default one second. */
  readonly sendWithinMs?: number;
}

/** What became of it: answered, no answer in time, or nobody was there to send it to. Times are those of the database. */
export type RpcOutcome =
  | {
      readonly state: 'answered';
      readonly requestId: number;
      readonly sentAt: Date;
      readonly answeredAt: Date;
      /** As the gateway gave it: JSON, or the text where it was none. */
      readonly answer: unknown;
    }
  /** Whether it was carried out is unknown; an answer that still comes is recorded and counts nothing. */
  | { readonly state: 'silent'; readonly requestId: number; readonly sentAt: Date }
  /**
   * Not one byte was sent, and none will be. `connected`: the gateway is, but does not listen to commands; null where an
   * external broker alone knows.
   */
  | { readonly state: 'absent'; readonly requestId: number; readonly connected: boolean | null };

const SEND_WITHIN_MS = 1000;
const LONGEST_MS = 60_000;
const MOST_BYTES = 4096;
/** How much longer than its times a command is followed by the steady clock: that of the database may be set. */
const SPARE_MS = 2000;

/**
 * Sends a command to a gateway, or a device behind it, over the embedded or an external broker, whichever process
 * reaches it, and waits for its answer. It goes out once, at quality 0 and not retained, so that no broker keeps it for
 * a gateway that is away; the answer is matched by gateway, device and number.
 * @param db commits by itself: the command must be known to other processes while this one waits
 * @param external gateways are at an external broker
 * @throws Fault 404 where there is no such gateway, 400 for parameters that are too large; the database's error: what
 * became of it is not known
 */
export async function sendRpc(db: Db, ask: RpcAsk, { external = false } = {}): Promise<RpcOutcome> {
  if (db.isTransaction) throw new Error('A command is not sent from within a transaction.');
  const { gatewayId, deviceName, method, sendWithinMs = SEND_WITHIN_MS } = ask;
  const timeoutMs = Math.min(ask.timeoutMs, LONGEST_MS);
  const params = JSON.stringify(ask.params ?? {});
  if (Buffer.byteLength(params) > MOST_BYTES)
    throw badInput(
      { zh: `params：最多 ${MOST_BYTES} 字节`, en: `params: at most ${MOST_BYTES} bytes` },
      'params',
    );
  const { rows } = await sql<{ consumerId: number; open: boolean }>`
    select g.consumer_id as "consumerId", s.connected_at is not null and s.disconnected_at is null as open
    from gateway g left join gateway_state s on s.gateway_id = g.id where g.id = ${gatewayId}`.execute(db);
  const [gateway] = rows;
  if (!gateway) throw noSuchRow();
  const { consumerId } = gateway;
  const until = performance.now() + sendWithinMs + timeoutMs + SPARE_MS;
  const requestId = await db.transaction().execute((trx) =>
    askCommand(trx, {
      gatewayId,
      consumerId,
      deviceName,
      method,
      params,
      seconds: sendWithinMs / 1000,
      patienceMs: timeoutMs,
    }),
  );
  const follower = followerOf(db);
  for (;;) {
    const row = await follower.next(requestId);
    if (row.sentAt && row.answeredAt) {
      const { sentAt, answeredAt } = row;
      const answer = row.answer === null ? null : (readJson(row.answer) ?? row.answer);
      return { state: 'answered', requestId, sentAt, answeredAt, answer };
    }
    if (!row.over && performance.now() < until) continue;
    const closed = await close(db, requestId, row.over);
    if (!closed) continue;
    if (closed.sentAt) return { state: 'silent', requestId, sentAt: closed.sentAt };
    return { state: 'absent', requestId, connected: external ? null : gateway.open };
  }
}

interface Followed {
  readonly id: number;
  readonly sentAt: Date | null;
  readonly answeredAt: Date | null;
  readonly answer: string | null;
  /** Its time is over: to be sent, or to be answered. */
  readonly over: boolean;
}

const OVER = sql<boolean>`case when sent_at is null then due_at else sent_at + patience_ms * interval '1 ms' end
  < clock_timestamp()`;

/** Gives a command up, unless it was sent or answered meanwhile: from here on an answer is late. */
async function close(db: Db, id: number, over: boolean): Promise<{ sentAt: Date | null } | undefined> {
  const { rows } = await sql<{ sentAt: Date | null }>`
    update gateway_command set closed_at = clock_timestamp()
    where id = ${id} and answered_at is null and (${OVER} or not ${over})
    returning sent_at as "sentAt"`.execute(db);
  return rows[0];
}

const LOOK_MS = 25;

/** Looks at all commands that are waited for at once, forty times a second while there are any. */
class Follower {
  readonly #db: Db;
  #waiting = new Map<number, { resolve: (row: Followed) => void; reject: (error: unknown) => void }>();
  #looks = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /** A command as it stands at the next look. @throws the database's error */
  next(id: number): Promise<Followed> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      if (!this.#looks) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#looks = true;
    while (this.#waiting.size > 0) {
      await sleep(LOOK_MS);
      const waiting = this.#waiting;
      this.#waiting = new Map();
      try {
        const { rows } = await sql<Followed>`
          select id, sent_at as "sentAt", answered_at as "answeredAt", answer, ${OVER} as over
          from gateway_command where id = any(${[...waiting.keys()]}::integer[])`.execute(this.#db);
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const [id, { resolve, reject }] of waiting) {
          const row = byId.get(id);
          if (row) resolve(row);
          else reject(new Error(`The command ${id} is gone.`));
        }
      } catch (error) {
        for (const { reject } of waiting.values()) reject(error);
      }
    }
    this.#looks = false;
  }
}

const followers = new WeakMap<Db, Follower>();

function followerOf(db: Db): Follower {
  const known = followers.get(db) ?? new Follower(db);
  followers.set(db, known);
  return known;
}
