import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import type { Log } from '#server/database/log.ts';
import { CallFault } from './callFault.ts';
import { noteEvent } from './event.ts';
import { type ChargerContext, handlers } from './handler.ts';
import { keepConnected, keepDisconnected, keepHeard } from './link.ts';
import type { Pile } from './pile.ts';

export const PROTOCOL = 'ocpp1.6';

/** What is used of a connection of `ocpp-rpc`. */
export interface RpcClient {
  readonly session: Record<string, unknown>;
  readonly handshake: { readonly request: IncomingMessage };
  handle(method: string, handler: (call: { params?: unknown }) => Promise<Record<string, unknown>>): void;
  call(method: string, params: object, options: { callTimeoutMs: number }): Promise<unknown>;
  close(options: { code?: number; reason?: string; force?: boolean }): Promise<unknown>;
  on(event: string, listener: (given: never) => void): unknown;
}

/** Messages that a charger may send at once, and how many a second: those of a month without a line come fast. */
const BURST = 2000;
const PER_SECOND = 100;
/** Calls that wait for their turn; a charger sends the next after the answer (OCPP 1.6J section 4.1.1). */
const MOST_WAITING = 50;
const HEARD_MS = 15_000;
/** RFC 6455 7.4.1. */
const POLICY = 1008;

/** A connected charger: its calls one after the other, within limits. */
export class Charger {
  readonly #client: RpcClient;
  readonly #context: ChargerContext;
  readonly #log: Log;
  readonly connection: string;
  pile: Pile;
  readonly ended: Promise<void>;
  /** Resolves when it is kept that it is connected, or could not be. */
  #kept: Promise<void> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #since = Date.now();
  #heard = Date.now();
  #left = BURST;
  #filled = Date.now();
  #over = false;
  #reason = '';

  constructor(client: RpcClient, context: ChargerContext, connection: string, log: Log) {
    this.#client = client;
    this.#context = context;
    this.#log = log;
    this.connection = connection;
    this.pile = context.pile;
    const { db } = context;
    // Listeners stand before the first message can come.
    for (const [method, handler] of Object.entries(handlers))
      client.handle(method, ({ params }) => this.#inTurn(() => this.#answer(method, handler, params)));
    client.on('message', ({ outbound }: { outbound: boolean }) => {
      if (!outbound) this.#count();
    });
    const bad = ({ error }: { error: Error }): void => this.#quietly(noteEvent(db, this.pile, 'badMessage', { detail: error.message })); // prettier-ignore
    client.on('badMessage', bad);
    client.on('strictValidationFailure', (failure: { error: Error; outbound: boolean }) => {
      if (!failure.outbound) bad(failure);
    });
    client.on('socketError', () => {});
    this.ended = new Promise((resolve) => {
      client.on('close', ({ code, reason }: { code: number; reason: string }) => {
        this.#over = true;
        const detail = this.#reason || ['WebSocket', code, reason].filter(Boolean).join(' ');
        this.#quietly(
          this.#inOrder(() => keepDisconnected(db, this.pile, connection, detail)).finally(resolve),
        );
      });
    });
  }

  /** Keeps that it is connected, before any of its calls is looked at and after the connection `before` is kept. */
  begin(address: string, before: Charger | undefined): Promise<void> {
    const kept = this.#inOrder(async () => {
      if (before) await before.#kept;
      const own = { id: this.connection, address, since: this.#since };
      if (!(await keepConnected(this.#context.db, this.pile, own))) this.end('Connected again');
    });
    this.#kept = kept.catch(() => {});
    return kept;
  }

  /** Sends a call. @throws where it is over, does not answer in time or answers wrongly */
  call(method: string, params: object, timeoutMs: number): Promise<unknown> {
    return this.#client.call(method, params, { callTimeoutMs: timeoutMs });
  }

  end(reason: string, code: number = POLICY): void {
    if (this.#over) return;
    this.#over = true;
    this.#reason ||= reason;
    // A line that is dead does not answer to the closing, and a client that closes takes no second order to.
    const force = setTimeout(() => this.#client.handshake.request.socket.destroy(), 2000);
    this.#quietly(this.#client.close({ code, reason }).finally(() => clearTimeout(force)));
  }

  /** Ends unless the database says that this connection holds, once it is kept: notices of before come late. */
  endUnlessHeld(): Promise<void> {
    return this.#inOrder(async () => {
      const { rows } = await sql<{ connection: string }>`select connection from charge_link
        where pile_id = ${this.pile.id}`.execute(this.#context.db);
      if (rows[0]?.connection !== this.connection) this.end('Connected again');
    });
  }

  /** Resolves when it has ended and all that it told is kept, at most after some seconds. */
  async settled(): Promise<void> {
    await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
  }

  async #answer(
    method: string,
    handler: (typeof handlers)[string],
    params: unknown,
  ): Promise<Record<string, unknown>> {
    const received = Date.now();
    const context = { ...this.#context, pile: this.pile };
    const fault = unstorable(params);
    if (fault !== undefined) throw new CallFault('PropertyConstraintViolation', fault);
    try {
      if (received - this.#heard > HEARD_MS) {
        this.#heard = received;
        await keepHeard(context.db, context.pile);
      }
      return await handler(context, params as never, received);
    } catch (error) {
      if (error instanceof CallFault) throw error;
      // What failed here is no affair of the charger: it sends again.
      this.#log.warn(`${method} of charger ${this.pile.identity}: ${String(error)}`);
      throw new CallFault('InternalError', 'Not stored, send it again');
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) {
      this.#flood('calls without waiting for answers');
      throw new CallFault('InternalError', 'Too many calls at once');
    }
    this.#waiting++;
    return this.#inOrder(work).finally(() => this.#waiting--);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => {});
    return mine;
  }

  /** A bucket that fills by the second. */
  #count(): void {
    const now = Date.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#filled) / 1000) * PER_SECOND) - 1;
    this.#filled = now;
    if (this.#left < 0) this.#flood('more than 100 messages a second');
  }

  #flood(detail: string): void {
    if (this.#over) return;
    this.#quietly(noteEvent(this.#context.db, this.pile, 'flood', { detail }));
    this.#over = true;
    this.#reason = 'Too many messages';
    this.#quietly(this.#client.close({ force: true }));
  }

  #quietly(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#log.warn(`Charger ${this.pile.identity}: ${String(error)}`));
  }
}

/** What the database holds in no way, so that to send it again would never help. */
function unstorable(params: unknown): string | undefined {
  let fault: string | undefined;
  JSON.stringify(params, (_name, value: unknown) => {
    if (typeof value === 'string' && value.includes('\0')) fault ??= 'A text holds the character NUL';
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
      fault ??= 'A number is too large';
    return value;
  });
  return fault;
}
