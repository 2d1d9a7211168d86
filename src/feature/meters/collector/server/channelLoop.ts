import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/database/log.ts';
import { backOff, nextTick } from '../domain/backOff.ts';
import type { ItemWire } from '../contract.ts';
import { type ChannelConfig, type MeterConfig, planFor } from './channelConfig.ts';
import { Connection, type Failure } from './connection.ts';
import type { Delivery } from './deliver.ts';
import type { Gate } from './gate.ts';
import { resolveHost } from './host.ts';
import { type MeterReading, readMeter } from './readMeter.ts';
import type { StateStore } from './stateStore.ts';

/** What all channels share. */
export interface ChannelTools {
  readonly states: StateStore;
  readonly gate: Gate;
  readonly allowed: ReadonlySet<string>;
  readonly log: Log;
  readonly deliver: (delivery: Delivery) => void;
}

/** A connection is kept from one reading to the next where these are close together. */
const KEEP_MS = 60_000;

/** A fault of ours is waited out like so many failures. */
const AFTER_ERROR = 6;

/** Polls one channel until it is stopped. */
export class ChannelLoop {
  readonly channel: ChannelConfig;
  readonly #tools: ChannelTools;
  readonly #plans: ReadonlyMap<number, ReturnType<typeof planFor>>;
  /** Meters that do not answer are left alone until then. */
  readonly #restUntil = new Map<number, number>();
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  #connection: Connection | undefined;

  constructor(channel: ChannelConfig, tools: ChannelTools) {
    this.channel = channel;
    this.#tools = tools;
    this.#plans = new Map(channel.meters.map((meter) => [meter.id, planFor(meter)]));
    this.#ended = this.#run();
  }

  /** Lets go of the line; resolves when nothing is sent any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#connection?.close();
    await this.#ended;
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    const { intervalMs } = this.channel;
    // Not all channels at the same moment after a start.
    await this.#pause(Math.random() * Math.min(1000, intervalMs));
    while (!this.#stopped) {
      const failures = await this.#tools.gate
        .run(() => this.#round())
        .catch((error: unknown) => {
          this.#tools.log.error(`Channel ${this.channel.id} could not be polled: ${String(error)}`);
          this.#hangUp();
          return AFTER_ERROR;
        });
      const now = Date.now();
      await this.#pause(failures > 0 ? backOff(failures, Math.random()) : nextTick(now, intervalMs) - now);
    }
    this.#connection?.close();
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
  }

  /** Reads every meter that is due; how many times in a row the line itself could not be used. */
  async #round(): Promise<number> {
    const { channel } = this;
    const { states } = this.#tools;
    const begun = Date.now();
    const due = channel.meters.filter((meter) => (this.#restUntil.get(meter.id) ?? 0) <= begun);
    for (const meter of due) {
      if (this.#stopped) return 0;
      const line = await this.#line();
      if ('failure' in line) {
        if (this.#stopped) return 0;
        const tried = { ...line.failure, at: Date.now(), took: null };
        for (const one of channel.meters) states.note(channel, one.id, tried);
        return states.note(channel, 0, tried);
      }
      const plan = this.#plans.get(meter.id);
      if (!plan) continue;
      const { transport, timeoutMs } = channel;
      const reading = await readMeter(line.value, transport, meter.unitAddress, plan, timeoutMs);
      if (this.#stopped) return 0;
      this.#took(meter, reading);
    }
    states.note(channel, 0, { state: 'ok', detail: null, at: Date.now(), took: Date.now() - begun });
    if (channel.intervalMs > KEEP_MS) this.#hangUp();
    return 0;
  }

  #took(meter: MeterConfig, reading: MeterReading): void {
    if (reading.broken) this.#hangUp();
    const { states, deliver } = this.#tools;
    const values = valuesOf(reading.items);
    const count = Object.keys(values).length;
    // What the store said of the last values stays until it says otherwise.
    const rejected = reading.state === 'ok' && states.stateOf(this.channel.id, meter.id) === 'rejected';
    if (!rejected) {
      const { state, detail, at, took } = reading;
      const failures = states.note(this.channel, meter.id, { state, detail, at, took });
      const rest = failures > 0 && state !== 'noMap' ? backOff(failures, Math.random()) : 0;
      this.#restUntil.set(meter.id, Date.now() + rest);
    }
    if (count > 0)
      deliver({
        channelId: this.channel.id,
        collectorMeterId: meter.id,
        gatewayId: this.channel.gatewayId,
        ammeterCode: meter.ammeterCode,
        ts: reading.at,
        values,
      });
  }

  async #line(): Promise<{ readonly value: Connection } | { readonly failure: Failure }> {
    if (this.#connection && !this.#connection.ended) return { value: this.#connection };
    const { host, port, timeoutMs } = this.channel;
    const outcome = await openLine(host, port, timeoutMs, this.#tools.allowed);
    if ('value' in outcome) {
      this.#connection = outcome.value;
      if (this.#stopped) outcome.value.close();
    }
    return outcome;
  }

  #hangUp(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

/** Connects to a host as entered, where it may be reached. */
export async function openLine(
  host: string,
  port: number,
  timeoutMs: number,
  allowed: ReadonlySet<string>,
): Promise<{ readonly value: Connection } | { readonly failure: Failure }> {
  const found = await resolveHost(host, port, allowed);
  if ('refused' in found) return { failure: { state: 'refused', detail: found.refused, broken: true } };
  if ('unknown' in found) return { failure: { state: 'unreachable', detail: found.unknown, broken: true } };
  return Connection.open(found.address, port, timeoutMs);
}

/** The values by data code. */
function valuesOf(items: readonly ItemWire[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { code, value } of items) if (code !== null && value !== null) values[code] = value;
  return values;
}
