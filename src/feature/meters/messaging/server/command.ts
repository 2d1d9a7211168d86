import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { storable } from '#domain/storable.ts';
import type { Rejection } from '#feature/meters/ingest/contract.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { type CommandAnswer, commandMessage } from '../domain/command.ts';

/** The channel on which it is told that a command was asked for: `id gatewayId`. */
export const COMMANDS = 'gateway_command';
/** Longest that a command may wait to be sent. */
export const MOST_SECONDS = 300;
/** Most characters of an answer; a longer one is none. */
const MOST_ANSWER = 16_384;
const MOST_WAITING = 10_000;

/** A command as the gateway hears it, on its own topics. */
export interface CommandMessage {
  readonly topic: string;
  readonly payload: string;
  /** How long its sender waits for the answer, ms; null = nobody does. */
  readonly patienceMs?: number | null;
}

/** A way from this process to gateways. */
export interface Reach {
  reachable(gatewayId: number): boolean;
  /** How long it leaves a command to processes that heard the gateway later, ms. */
  delayMs?(gatewayId: number): number;
  /** False = it was not sent. */
  send(gatewayId: number, message: CommandMessage): Promise<boolean>;
}

/** Asks for a command; the process that reaches the gateway hears of it when the transaction commits. */
export async function askCommand(
  trx: Db,
  command: {
    readonly gatewayId: number;
    readonly consumerId: number;
    readonly deviceName: string | null;
    readonly method: string;
    /** JSON. */
    readonly params: string;
    /** Sent within these seconds or not at all. */
    readonly seconds: number;
    /** An answer counts within these ms after the sending; null = whenever it comes. */
    readonly patienceMs?: number | null;
  },
): Promise<number> {
  const { gatewayId, consumerId, deviceName, method, params, seconds, patienceMs = null } = command;
  const { rows } = await sql<{ id: number }>`
    insert into gateway_command (gateway_id, consumer_id, device_name, method, params, due_at, patience_ms)
    values (${gatewayId}, ${consumerId}, ${deviceName}, ${method}, ${params}, now() + make_interval(secs => ${seconds}),
      ${patienceMs})
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  await sql`select pg_notify(${COMMANDS}, ${`${id} ${gatewayId}`})`.execute(trx);
  return id;
}

/**
 * Notes what a gateway answered to a command that was sent to it; the first answer counts, while its sender waits.
 * @returns why it does not count, or null
 */
export async function answerCommand(
  db: Db,
  gatewayId: number,
  given: CommandAnswer,
): Promise<Rejection | null> {
  if (given.answer.length > MOST_ANSWER) return 'answerTooLarge';
  const answer = storable(given.answer);
  const named = sql`id = ${given.id} and gateway_id = ${gatewayId} and device_name is not distinct from ${given.deviceName}
    and sent_at is not null`;
  const { numAffectedRows } = await sql`
    update gateway_command set answered_at = clock_timestamp(), answer = ${answer}
    where ${named} and answered_at is null and closed_at is null
      and (patience_ms is null or clock_timestamp() <= sent_at + patience_ms * interval '1 ms')`.execute(db);
  if (numAffectedRows === 1n) return null;
  const { rows } = await sql<{ twice: boolean }>`
    update gateway_command set further_answers = further_answers + 1 where ${named}
    returning answered_at is not null as twice`.execute(db);
  const [row] = rows;
  if (!row) return 'answerUnknown';
  return row.twice ? 'answerTwice' : 'answerLate';
}

/**
 * Sends commands to gateways that this process reaches. Of several processes one sends, once: a command that is given
 * twice may switch twice. One that nobody can send in time is not sent at all.
 */
export class Commands {
  readonly #pool: pg.Pool;
  readonly #reach: Reach;
  readonly #log: Log;
  /** Asked for, for gateways that have not spoken here yet. */
  #waiting: { id: number; gatewayId: number; until: number }[] = [];

  /** By gateway, what is under way to it. */
  readonly #sending = new Map<number, Promise<void>>();

  constructor(pool: pg.Pool, reach: Reach, log: Log) {
    this.#pool = pool;
    this.#reach = reach;
    this.#log = log;
  }

  /** Hears that a command was asked for. */
  readonly asked = (notice: string): void => {
    const [id = 0, gatewayId = 0] = notice.split(' ').map(Number);
    this.#try(id, gatewayId);
  };

  /** A gateway can be reached from here now. */
  readonly learned = (gatewayId: number): void => {
    const mine = this.#waiting.filter((one) => one.gatewayId === gatewayId);
    if (mine.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => one.gatewayId !== gatewayId);
    for (const { id } of mine) this.#try(id, gatewayId);
  };

  /** Commands to a gateway leave in the order in which they were asked for. */
  #try(id: number, gatewayId: number): void {
    const before = this.#sending.get(gatewayId) ?? Promise.resolve();
    const sent = before
      .then(() => this.#send(id, gatewayId))
      .catch((error: unknown) =>
        this.#log.warn(`The command ${id} to gateway ${gatewayId} was not sent: ${String(error)}`),
      )
      .finally(() => {
        if (this.#sending.get(gatewayId) === sent) this.#sending.delete(gatewayId);
      });
    this.#sending.set(gatewayId, sent);
  }

  async #send(id: number, gatewayId: number): Promise<void> {
    if (!this.#reach.reachable(gatewayId)) return this.#wait(id, gatewayId);
    const delayMs = this.#reach.delayMs?.(gatewayId) ?? 0;
    if (delayMs > 0) await sleep(delayMs);
    const { rows } = await this.#pool.query<{
      deviceName: string | null;
      method: string;
      params: string;
      patienceMs: number | null;
    }>(
      `update gateway_command set sent_at = clock_timestamp()
       where id = $1 and sent_at is null and due_at > clock_timestamp() and closed_at is null
       returning device_name as "deviceName", method, params, patience_ms as "patienceMs"`,
      [id],
    );
    const [command] = rows;
    if (!command) return;
    const { patienceMs } = command;
    if (await this.#reach.send(gatewayId, { ...commandMessage({ id, ...command }), patienceMs })) return;
    await this.#pool.query('update gateway_command set sent_at = null where id = $1', [id]);
    this.#wait(id, gatewayId);
  }

  #wait(id: number, gatewayId: number): void {
    const now = performance.now();
    this.#waiting = this.#waiting.filter(({ until }) => until > now).slice(-MOST_WAITING);
    this.#waiting.push({ id, gatewayId, until: now + MOST_SECONDS * 1000 });
  }
}
