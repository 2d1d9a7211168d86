import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/database/log.ts';
import { backOff, nextTick } from '../domain/backOff.ts';
import type { ItemWire } from '../contract.ts';
import { type ChannelConfig, type MeterConfig, planFor } from './channelConfig.ts';
import type { Failure } from './connection.ts';
import type { Delivery } from './deliver.ts';
import type { Gate } from './gate.ts';
import { ChannelLine, type Line } from './line.ts';
import type { MeterReading } from './gathering.ts';
import { readMeter } from './readMeter.ts';
import type { StateStore } from './stateStore.ts';
import { Turns } from './turns.ts';

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

/** No job on a line takes longer, ms. */
const MOST_JOB_MS = 5000;

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
  readonly #line: ChannelLine;
  readonly #turns = new Turns();
  #jobs = 0;

  constructor(channel: ChannelConfig, tools: ChannelTools) {
    this.channel = channel;
    this.#tools = tools;
    this.#line = new ChannelLine(channel, tools.allowed);
    this.#plans = new Map(channel.meters.map((meter) => [meter.id, planFor(meter)]));
    this.#ended = this.#run();
  }

  /** Lets go of the line; resolves when nothing is sent any more. */
  async stop(): Promise<void> {
    this.#stop.abort();
    // What an output was told is heard to its end: half of it would be unknown.
    if (this.#jobs > 0)
      await Promise.race([this.#turns.idle(), sleep(MOST_JOB_MS, undefined, { ref: false })]);
    this.#line.close();
    await this.#ended;
    await this.#turns.idle();
  }

  /** Does something on the line when its turn comes: between two meters at the latest. @param urgent before all others */
  async onLine<T>(job: (line: Line) => Promise<T>, urgent: boolean): Promise<T> {
    this.#jobs++;
    try {
      return await this.#turns.take(() => job(this.#line), urgent);
    } finally {
      this.#jobs--;
    }
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
        .catch(async (error: unknown) => {
          this.#tools.log.error(`Channel ${this.channel.id} could not be polled: ${String(error)}`);
          await this.#turns.take(async () => this.#line.hangUp());
          return AFTER_ERROR;
        });
      const now = Date.now();
      await this.#pause(failures > 0 ? backOff(failures, Math.random()) : nextTick(now, intervalMs) - now);
    }
    this.#line.close();
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
    // A line to outputs alone tells by its connection how it does.
    for (const meter of channel.meters.length === 0 ? [undefined] : due) {
      if (this.#stopped) return 0;
      const failure = await this.#turns.take(() => this.#visit(meter));
      if (this.#stopped) return 0;
      if (!failure) continue;
      const tried = { ...failure, at: Date.now(), took: null };
      for (const one of channel.meters) states.note(channel, one.id, tried);
      return states.note(channel, 0, tried);
    }
    states.note(channel, 0, { state: 'ok', detail: null, at: Date.now(), took: Date.now() - begun });
    if (channel.intervalMs > KEEP_MS) await this.#turns.take(async () => this.#line.hangUp());
    return 0;
  }

  /** Reads a meter; why the line cannot be used where it cannot. */
  async #visit(meter: MeterConfig | undefined): Promise<Failure | null> {
    const line = await this.#line.open();
    if ('failure' in line) return line.failure;
    const plan = meter && this.#plans.get(meter.id);
    if (!plan) return null;
    const { transport, timeoutMs } = this.channel;
    const reading = await readMeter(line.value, transport, meter.unitAddress, plan, timeoutMs);
    if (!this.#stopped) this.#took(meter, reading);
    return null;
  }

  #took(meter: MeterConfig, reading: MeterReading): void {
    if (reading.broken) this.#line.hangUp();
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
}

/** The values by data code. */
function valuesOf(items: readonly ItemWire[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { code, value } of items) if (code !== null && value !== null) values[code] = value;
  return values;
}
