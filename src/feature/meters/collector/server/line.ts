import type { RegisterRead, RegisterReply } from '../domain/modbus/frame.ts';
import { type ItemReply, parseReply, readRequest } from '../domain/dlt645/frame.ts';
import { parseRelayReply, type RelayOrder, type RelayReply, relayRequest } from '../domain/dlt645/relay.ts';
import type { RegisterWrite } from '../domain/modbus/write.ts';
import type { Transport } from '../domain/plan.ts';
import { Connection, type Failure, type Outcome } from './connection.ts';
import { readGroup, writeOnce, type Written } from './exchange.ts';
import { resolveHost } from './host.ts';

/** What may be done on the line of a channel, one thing after the other. */
export interface Line {
  /** Connects where there is no connection; null = the line stands, else why not. */
  ready(): Promise<Failure | null>;
  /** Reads registers or bits. @param timeoutMs no longer than the channel's own */
  read(read: RegisterRead, timeoutMs: number): Promise<Outcome<RegisterReply>>;
  /** Writes once, on a line that is ready. @param timeoutMs as above */
  write(write: RegisterWrite, timeoutMs: number): Promise<Written>;
  /** Reads an item of a DL/T 645-2007 meter. @param timeoutMs as above */
  readItem(address: string, identifier: string, timeoutMs: number): Promise<Outcome<ItemReply>>;
  /** Tells the relay of a DL/T 645-2007 meter once, on a line that is ready. @param timeoutMs as above */
  order(
    order: RelayOrder,
    timeoutMs: number,
  ): Promise<{ readonly bytes: Uint8Array; readonly outcome: Outcome<RelayReply> }>;
}

/** Where a line leads. */
export interface LineConfig {
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  readonly timeoutMs: number;
}

/** Without transaction numbers a late answer would be taken for the next one, so such a line is opened anew. */
export const spoils = (transport: Transport, failure: Failure): boolean =>
  failure.broken || (transport === '2' && failure.state !== 'exception');

const GONE: Failure = {
  state: 'closed',
  detail: { zh: '没有连接', en: 'There is no connection' },
  broken: true,
};

/** Modbus over serial line 1.02, 2.1: what is sent to unit 0 is done by all of them, and answered by none. */
const EVERY_UNIT: Failure = {
  state: 'refused',
  detail: {
    zh: '0 是广播：串行线上的每个从站都会动作，没有发出',
    en: 'Unit 0 is broadcast: every unit on the serial line would act; it was not sent',
  },
  broken: false,
};

/** The line of a channel: its connection is kept until something spoils it. */
export class ChannelLine implements Line {
  readonly #config: LineConfig;
  readonly #allowed: ReadonlySet<string>;
  #connection: Connection | undefined;
  #closed = false;

  constructor(config: LineConfig, allowed: ReadonlySet<string>) {
    this.#config = config;
    this.#allowed = allowed;
  }

  /** The connection, made where there is none. */
  async open(): Promise<Outcome<Connection>> {
    if (this.#closed) return { failure: GONE };
    if (this.#connection && !this.#connection.ended) return { value: this.#connection };
    const { host, port, timeoutMs } = this.#config;
    const outcome = await openLine(host, port, timeoutMs, this.#allowed);
    if ('failure' in outcome) return outcome;
    if (this.#closed) outcome.value.close();
    this.#connection = outcome.value;
    return outcome;
  }

  async ready(): Promise<Failure | null> {
    const outcome = await this.open();
    return 'failure' in outcome ? outcome.failure : null;
  }

  async read(read: RegisterRead, timeoutMs: number): Promise<Outcome<RegisterReply>> {
    const line = await this.open();
    if ('failure' in line) return line;
    const { transport } = this.#config;
    const outcome = await readGroup(line.value, transport, read, this.#patience(timeoutMs));
    this.#after(outcome);
    return outcome;
  }

  async write(write: RegisterWrite, timeoutMs: number): Promise<Written> {
    if (this.#config.transport === '2' && write.unit === 0)
      return { bytes: new Uint8Array(), outcome: { failure: EVERY_UNIT } };
    const connection = this.#connection;
    if (!connection || connection.ended) return { bytes: new Uint8Array(), outcome: { failure: GONE } };
    const written = await writeOnce(connection, this.#config.transport, write, this.#patience(timeoutMs));
    if ('failure' in written.outcome) this.#cutOff();
    return written;
  }

  async readItem(address: string, identifier: string, timeoutMs: number): Promise<Outcome<ItemReply>> {
    const line = await this.open();
    if ('failure' in line) return line;
    const outcome = await line.value.exchange(
      readRequest('2007', address, identifier),
      (bytes) => parseReply(bytes, '2007', address, identifier),
      this.#patience(timeoutMs),
    );
    this.#after(outcome);
    return outcome;
  }

  async order(order: RelayOrder, timeoutMs: number) {
    const connection = this.#connection;
    if (!connection || connection.ended) return { bytes: new Uint8Array(), outcome: { failure: GONE } };
    const bytes = relayRequest(order);
    const outcome = await connection.exchange(
      bytes,
      (received) => parseRelayReply(received, order.address),
      this.#patience(timeoutMs),
    );
    // Answers to orders carry no number: one that comes late must not meet the next order.
    if ('failure' in outcome) this.#cutOff();
    return { bytes, outcome };
  }

  /** Ends the connection; the next who asks opens another. */
  hangUp(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  /** As above after a command without answer: a line that is back after minutes would still deliver it. */
  #cutOff(): void {
    this.#connection?.reset();
    this.#connection = undefined;
  }

  /** Ends the line for good. */
  close(): void {
    this.#closed = true;
    this.hangUp();
  }

  #patience(timeoutMs: number): number {
    return Math.min(timeoutMs, this.#config.timeoutMs);
  }

  #after(outcome: Outcome<unknown>): void {
    if ('failure' in outcome && spoils(this.#config.transport, outcome.failure)) this.hangUp();
  }
}

/** Connects to a host as entered, where it may be reached. */
export async function openLine(
  host: string,
  port: number,
  timeoutMs: number,
  allowed: ReadonlySet<string>,
): Promise<Outcome<Connection>> {
  const found = await resolveHost(host, port, allowed);
  if ('refused' in found) return { failure: { state: 'refused', detail: found.refused, broken: true } };
  if ('unknown' in found) return { failure: { state: 'unreachable', detail: found.unknown, broken: true } };
  return Connection.open(found.address, port, timeoutMs);
}
