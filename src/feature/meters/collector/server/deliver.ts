import { setTimeout as sleep } from 'node:timers/promises';
import type { Text } from '#contract/text.ts';
import type { Log } from '#server/database/log.ts';

/** Readings of one meter at an instant, on their way to the store. */
export interface Delivery {
  readonly channelId: number;
  readonly collectorMeterId: number;
  readonly gatewayId: number;
  readonly ammeterCode: string;
  readonly ts: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Stores deliveries of one gateway; answers why values were not taken, by meter. @throws when nothing can be stored now */
export type Store = (
  gatewayId: number,
  deliveries: readonly Delivery[],
) => Promise<ReadonlyMap<string, Text>>;

/** Readings that are kept while the database is away; beyond, the oldest are given up and counted. */
const MOST_KEPT = 100_000;
const MOST_AT_ONCE = 1000;
const AGAIN_MS = 1000;

/** What is read and not stored yet. The collector is the sender here: nobody else could deliver it again. */
export class DeliveryBuffer {
  readonly #store: Store;
  readonly #log: Log;
  readonly #told: (delivery: Delivery, rejected: Text | null) => void;
  #waiting: Delivery[] = [];
  #running: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #away = false;
  #lost = 0;

  /** `told` hears what became of each delivery that reached the store. */
  constructor(store: Store, log: Log, reported: (delivery: Delivery, rejected: Text | null) => void) {
    this.#store = store;
    this.#log = log;
    this.#told = reported;
  }

  /** Readings that wait. */
  get size(): number {
    return this.#waiting.length;
  }

  /** Readings that were given up since the start. */
  get lost(): number {
    return this.#lost;
  }

  add(delivery: Delivery): void {
    if (this.#waiting.length >= MOST_KEPT) {
      this.#waiting.shift();
      this.#lost++;
    }
    this.#waiting.push(delivery);
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  /** Tries once more to store what waits, then stops. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    if (this.#waiting.length > 0)
      this.#log.warn(`The collector ends with ${this.#waiting.length} readings that could not be stored.`);
  }

  async #run(): Promise<void> {
    // Readings of one instant come together.
    await sleep(5);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, MOST_AT_ONCE);
      try {
        for (const gatewayId of new Set(batch.map((one) => one.gatewayId))) {
          const some = batch.filter((one) => one.gatewayId === gatewayId);
          const rejected = await this.#store(gatewayId, some);
          for (const one of some) this.#told(one, rejected.get(one.ammeterCode) ?? null);
          const stored = new Set(some);
          this.#waiting = this.#waiting.filter((one) => !stored.has(one));
        }
        if (this.#away) this.#log.info('The collector stores readings again.');
        this.#away = false;
      } catch (error) {
        if (!this.#away) this.#log.warn(`The collector keeps readings back: ${String(error)}`);
        this.#away = true;
        if (this.#stopping.signal.aborted) return;
        await sleep(AGAIN_MS, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
      }
    }
  }
}
