import { sql } from 'kysely';
import { storable } from '#domain/storable.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import type { Door, Rejection } from '../contract.ts';
import type { CountedRejection } from '../domain/refusals.ts';
import { type StateChange, writeRecords } from './writeRecords.ts';

/** A message as it came through a door. */
export interface Received {
  readonly gatewayId: number;
  readonly consumerId: number;
  readonly door: Door;
  readonly topic: string | null;
  readonly bytes: number;
  /** The payload as text, made only where the message is kept. */
  readonly payload: () => string;
  readonly at: number;
  readonly readings: number;
  /** Values; a share of the gateway's messages that were stored together. */
  readonly accepted: number;
  readonly duplicate: number;
  readonly conflict: number;
  /** Values of this message that were taken. */
  readonly taken: number;
  readonly reasons: readonly CountedRejection[];
  /** Newest stamp − now, ms; null where the message has no stamps. */
  readonly drift: number | null;
}

/** The gateway that something came from. */
export interface Sender {
  readonly gatewayId: number;
  readonly consumerId: number;
}

/** A gateway's connection that was opened or closed. */
export interface Connection {
  readonly gatewayId: number;
  readonly consumerId: number;
  readonly address: string | null;
  readonly clientId: string | null;
  readonly protocol: string;
}

export interface KeptMessage {
  readonly gatewayId: number;
  readonly consumerId: number;
  readonly at: number;
  readonly door: Door;
  readonly topic: string | null;
  readonly bytes: number;
  readonly payload: string;
  readonly readings: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly reason: string | null;
}

export interface KeptRejection extends CountedRejection {
  readonly gatewayId: number;
  readonly consumerId: number;
  readonly firstAt: number;
  lastAt: number;
}

const FLUSH_MS = 1000;
const MOST_PAYLOAD = 16_384;
/** Names that are told one by one of a flush; what comes beyond is counted together. */
const MOST_NAMED = 2000;
/** Messages of a gateway kept per flush: without rejections, with them. */
const MOST_PLAIN = 5;
const MOST_FAULTY = 15;
const MOST_NAME = 200;

/** What waits to be written. */
export interface Records {
  readonly states: Map<number, StateChange>;
  readonly messages: KeptMessage[];
  readonly rejections: Map<string, KeptRejection>;
}

const fresh = (): Records => ({ states: new Map(), messages: [], rejections: new Map() });

/** Gathers what gateways send and writes it about once a second, however many messages come. */
export class Recorder {
  readonly #db: Db;
  readonly #log: Log;
  #records = fresh();
  #kept = new Map<number, { plain: number; faulty: number }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  message(message: Received): void {
    const { gatewayId, consumerId, at, reasons, accepted, duplicate, conflict } = message;
    const rejected = reasons.reduce((sum, { n }) => sum + n, 0);
    const state = this.#state(gatewayId, consumerId, at);
    state.messages++;
    state.accepted += accepted;
    state.duplicate += duplicate;
    state.conflict += conflict;
    state.rejected += rejected;
    if (message.drift !== null) state.drift = Math.max(state.drift ?? -Infinity, message.drift);
    if (message.door === 'mqtt') state.disconnectedAt ??= null;
    else state.protocol ??= message.door;
    for (const reason of reasons.slice(0, MOST_NAMED)) this.#reject(message, reason);
    for (const reason of togetherOf(reasons.slice(MOST_NAMED))) this.#reject(message, reason);
    if (this.#keeps(gatewayId, rejected > 0)) {
      this.#records.messages.push({
        gatewayId,
        consumerId,
        at,
        door: message.door,
        topic: message.topic === null ? null : storable(message.topic, MOST_NAME),
        bytes: message.bytes,
        payload: storable(message.payload(), MOST_PAYLOAD),
        readings: message.readings,
        accepted: message.taken,
        rejected,
        reason: reasons[0]?.reason ?? null,
      });
    }
    this.#begin();
  }

  /** A gateway said something that holds no values. */
  seen({ gatewayId, consumerId }: Sender, at: number): void {
    this.#state(gatewayId, consumerId, at).disconnectedAt ??= null;
    this.#begin();
  }

  /** A message was refused as a whole; `key` is what it was about. */
  refused({ gatewayId, consumerId }: Sender, reason: Rejection, key: string, at: number): void {
    this.#state(gatewayId, consumerId, at).rejected++;
    this.#reject({ gatewayId, consumerId, at }, { device: '', key, reason, n: 1, sample: '' });
    this.#begin();
  }

  /** Nothing of a message could be read or stored. */
  unreadable(
    { gatewayId, consumerId }: Sender,
    reason: Rejection,
    message: Pick<Received, 'at' | 'door' | 'topic' | 'bytes' | 'payload'>,
  ): void {
    const sample = message.payload().slice(0, 100);
    const none = { accepted: 0, duplicate: 0, conflict: 0, taken: 0, readings: 0, drift: null };
    const reasons = [{ device: '', key: '', reason, n: 1, sample }];
    this.message({ gatewayId, consumerId, ...message, ...none, reasons });
  }

  connected(connection: Connection, at: number): void {
    const state = this.#state(connection.gatewayId, connection.consumerId, at);
    // One name that the database does not take would lose the records of everybody.
    const clientId = connection.clientId && storable(connection.clientId);
    state.connection = { ...connection, clientId, at };
    state.disconnectedAt = null;
    this.#begin();
  }

  /** `last`: the gateway has no other connection here. */
  disconnected({ gatewayId, consumerId }: Connection, at: number, last: boolean): void {
    if (last) this.#state(gatewayId, consumerId, null).disconnectedAt = at;
    this.#begin();
  }

  /** Writes what waits, now. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const records = this.#records;
    this.#records = fresh();
    this.#kept = new Map();
    this.#writing = this.#writing.then(async () => {
      if (records.states.size === 0) return;
      try {
        await writeRecords(this.#db, records);
      } catch (error) {
        this.#log.warn(
          `What gateways sent was not recorded: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    });
    await this.#writing;
  }

  #begin(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  #keeps(gatewayId: number, faulty: boolean): boolean {
    let kept = this.#kept.get(gatewayId);
    if (!kept) this.#kept.set(gatewayId, (kept = { plain: 0, faulty: 0 }));
    return faulty ? kept.faulty++ < MOST_FAULTY : kept.plain++ < MOST_PLAIN;
  }

  #state(gatewayId: number, consumerId: number, seen: number | null): StateChange {
    let state = this.#records.states.get(gatewayId);
    if (!state) {
      state = {
        gatewayId,
        consumerId,
        seenAt: null,
        messages: 0,
        accepted: 0,
        duplicate: 0,
        conflict: 0,
        rejected: 0,
        drift: null,
        protocol: null,
        connection: null,
        disconnectedAt: undefined,
      };
      this.#records.states.set(gatewayId, state);
    }
    if (seen !== null) state.seenAt = Math.max(state.seenAt ?? 0, seen);
    return state;
  }

  #reject({ gatewayId, consumerId, at }: Sender & { readonly at: number }, counted: CountedRejection): void {
    let device = storable(counted.device, MOST_NAME);
    let key = storable(counted.key, MOST_NAME);
    let same = JSON.stringify([gatewayId, device, key, counted.reason]);
    let kept = this.#records.rejections.get(same);
    if (!kept && this.#records.rejections.size >= MOST_NAMED) {
      [device, key] = ['*', '*'];
      same = JSON.stringify([gatewayId, device, key, counted.reason]);
      kept = this.#records.rejections.get(same);
    }
    if (kept) {
      kept.n += counted.n;
      kept.lastAt = Math.max(kept.lastAt, at);
    } else {
      this.#records.rejections.set(same, {
        ...counted,
        device,
        key,
        sample: storable(counted.sample),
        gatewayId,
        consumerId,
        firstAt: at,
        lastAt: at,
      });
    }
  }
}

/** Rejections beyond those that are told one by one, together by reason. */
function togetherOf(reasons: readonly CountedRejection[]): CountedRejection[] {
  const byReason = new Map<Rejection, CountedRejection>();
  for (const one of reasons) {
    const same = byReason.get(one.reason);
    if (same) same.n += one.n;
    else byReason.set(one.reason, { ...one, device: '*', key: '*' });
  }
  return [...byReason.values()];
}

/** Removes what is older than a week. */
export async function forgetOldMessages(db: Db): Promise<void> {
  await sql`delete from gateway_message where received_at < now() - interval '7 days'`.execute(db);
  await sql`delete from gateway_command where asked_at < now() - interval '7 days'`.execute(db);
}
