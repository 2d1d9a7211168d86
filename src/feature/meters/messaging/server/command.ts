import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { type CommandAnswer, commandMessage } from '../domain/command.ts';

/** The channel on which it is told that a command was asked for: `id gatewayId`. */
export const COMMANDS = 'gateway_command';
/** Longest that a command may wait to be sent. */
export const MOST_SECONDS = 300;
const MOST_ANSWER = 16_384;
const MOST_WAITING = 10_000;

/** A command as the gateway hears it, on its own topics. */
export interface CommandMessage {
  readonly topic: string;
  readonly payload: string;
}

/** A way from this process to gateways. */
export interface Reach {
  reachable(gatewayId: number): boolean;
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
    readonly seconds: number;
  },
): Promise<number> {
  const { gatewayId, consumerId, deviceName, method, params, seconds } = command;
  const { rows } = await sql<{ id: number }>`
    insert into gateway_command (gateway_id, consumer_id, device_name, method, params, due_at)
    values (${gatewayId}, ${consumerId}, ${deviceName}, ${method}, ${params}, now() + make_interval(secs => ${seconds}))
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  await sql`select pg_notify(${COMMANDS}, ${`${id} ${gatewayId}`})`.execute(trx);
  return id;
}

/** Notes what a gateway answered to a command that was sent to it; the first answer counts. */
export async function answerCommand(db: Db, gatewayId: number, given: CommandAnswer): Promise<void> {
  const answer = given.answer.slice(0, MOST_ANSWER).replaceAll('\0', '\uFFFD');
  await sql`update gateway_command set answered_at = clock_timestamp(), answer = ${answer}
    where id = ${given.id} and gateway_id = ${gatewayId} and device_name is not distinct from ${given.deviceName}
      and sent_at is not null and answered_at is null`.execute(db);
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

  #try(id: number, gatewayId: number): void {
    this.#send(id, gatewayId).catch((error: unknown) =>
      this.#log.warn(`The command ${id} to gateway ${gatewayId} was not sent: ${String(error)}`),
    );
  }

  async #send(id: number, gatewayId: number): Promise<void> {
    if (!this.#reach.reachable(gatewayId)) return this.#wait(id, gatewayId);
    const { rows } = await this.#pool.query<{ deviceName: string | null; method: string; params: string }>(
      `update gateway_command set sent_at = clock_timestamp()
       where id = $1 and sent_at is null and due_at > clock_timestamp()
       returning device_name as "deviceName", method, params`,
      [id],
    );
    const [command] = rows;
    if (!command) return;
    if (await this.#reach.send(gatewayId, commandMessage({ id, ...command }))) return;
    await this.#pool.query('update gateway_command set sent_at = null where id = $1', [id]);
    this.#wait(id, gatewayId);
  }

  #wait(id: number, gatewayId: number): void {
    const now = performance.now();
    this.#waiting = this.#waiting.filter(({ until }) => until > now).slice(-MOST_WAITING);
    this.#waiting.push({ id, gatewayId, until: now + MOST_SECONDS * 1000 });
  }
}
