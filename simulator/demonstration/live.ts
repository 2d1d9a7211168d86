import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Reading } from '../plant/fault.ts';
import type { FaultBoard } from '../plant/liveFault.ts';
import type { Source } from '../plant/plant.ts';
import { type PlantPoint, pointsOf, positionsOf } from '../plant/point.ts';
import type { Telemetry } from './client.ts';
import { historyOf, telemetryOf } from './history.ts';
import type { TokenGateway } from './message.ts';
import type { Sender } from './sender.ts';

/** Every meter is read at each of these instants. */
export const LIVE_STEP_MS = 15_000;
/** A longer pause is caught up by the quarter of an hour, as after a night switched off. */
const SHORT_PAUSE_MS = 10 * MINUTE_MS;

/** The ways out of a gateway: much at once, and the present (opened when it is needed). */
export interface Ways {
  readonly bulk: Sender;
  /** Undefined: the platform asks the meters itself, nothing is sent of the present. */
  readonly present: (() => Sender) | undefined;
}

interface Held {
  readonly until: number;
  readonly telemetry: Telemetry;
}

/** Sends the present, and first what is missing since the last time. */
export class LiveGateway {
  readonly #plant: Source;
  readonly #gateway: TokenGateway;
  readonly #points: readonly PlantPoint[];
  readonly #ways: Ways;
  readonly #faults: FaultBoard;
  #present: Sender | undefined;
  #held: Held[] = [];
  #until: number;
  #begun = false;

  constructor(plant: Source, gateway: TokenGateway, ways: Ways, faults: FaultBoard, until: number) {
    this.#plant = plant;
    this.#gateway = gateway;
    this.#points = pointsOf(plant.design, [...gateway.meters, ...(gateway.devices ?? [])]);
    this.#ways = ways;
    this.#faults = faults;
    this.#until = until;
  }

  get name(): string {
    return this.#gateway.name;
  }

  /** Up to where everything was sent, ms. */
  get until(): number {
    return this.#until;
  }

  /** Sends all that is due at `now`. @throws Refused, or the network's error */
  async send(now: number): Promise<void> {
    const due = Math.floor(now / LIVE_STEP_MS) * LIVE_STEP_MS;
    if (this.#faults.find('dead', this.name)) return this.close();
    const { bulk, present } = this.#ways;
    if (due - this.#until > SHORT_PAUSE_MS) {
      for (const { telemetry } of historyOf(this.#plant, this.#gateway.meters, this.#until, due))
        await bulk.send(telemetry);
      await bulk.send(telemetryOf(positionsOf(this.#plant, this.#points, this.#until, due)));
      this.#until = due - LIVE_STEP_MS;
    }
    if (due <= this.#until) return;
    // What the platform asks itself is sent only for the time when it was not there to ask.
    if (present) await this.#tell((this.#present ??= present()), due);
    else if (!this.#begun) await bulk.send(telemetryOf(this.#readings(due)));
    this.#begun = true;
    this.#until = due;
  }

  async close(): Promise<void> {
    const sender = this.#present;
    this.#present = undefined;
    await sender?.close();
  }

  async #tell(sender: Sender, due: number): Promise<void> {
    const drift = this.#faults.find('drift', this.name);
    const ahead = (drift?.amount ?? 0) * 1000;
    const readings = this.#readings(due).map((one) => (drift ? { ...one, at: one.at + ahead } : one));
    const late = this.#faults.find('late', this.name);
    const fresh = { until: late ? due + late.amount * 1000 : due, telemetry: telemetryOf(readings) };
    const all = [...this.#held, fresh];
    const ready = all.filter((one) => !late || one.until <= due);
    const again = this.#faults.find('duplicates', this.name) ? 2 : 1;
    for (const { telemetry } of ready)
      for (let i = 0; i < again; i++) if (Object.keys(telemetry).length > 0) await sender.send(telemetry);
    this.#held = all.filter((one) => !ready.includes(one));
  }

  #readings(due: number): Reading[] {
    const readings: Reading[] = [];
    for (let at = this.#until + LIVE_STEP_MS; at <= due; at += LIVE_STEP_MS)
      for (const code of this.#gateway.meters) {
        const reported = this.#faults.told(code, at, (t) => this.#plant.reading(code, t, true));
        if (reported) readings.push(reported);
      }
    readings.push(...positionsOf(this.#plant, this.#points, this.#until + 1, due));
    return readings;
  }
}

/** Waits until the next instant at which meters are read, or until it is told to stop. */
export async function nextStep(now: number, signal: AbortSignal): Promise<void> {
  await sleep(LIVE_STEP_MS - (now % LIVE_STEP_MS) + 50, undefined, { signal }).catch(() => {});
}
