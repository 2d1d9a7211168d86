import { setTimeout as sleep } from 'node:timers/promises';
import type { Plant } from '../plant/plant.ts';
import { type Telemetry, sendTelemetry } from './client.ts';
import { historyOf, telemetryOf } from './history.ts';
import type { TokenGateway } from './message.ts';

/** Every meter is read at each of these instants. */
export const LIVE_STEP_MS = 15_000;
/** A longer pause is caught up by the quarter of an hour, as after a night switched off. */
const SHORT_PAUSE_MS = 10 * 60_000;

/** Sends the present, and first what is missing since the last time. */
export class LiveGateway {
  readonly #plant: Plant;
  readonly #gateway: TokenGateway;
  readonly #baseUrl: string;
  #until: number;

  constructor(plant: Plant, gateway: TokenGateway, baseUrl: string, until: number) {
    this.#plant = plant;
    this.#gateway = gateway;
    this.#baseUrl = baseUrl;
    this.#until = until;
  }

  /** Up to where everything was sent, ms. */
  get until(): number {
    return this.#until;
  }

  /** Sends all that is due at `now`. @throws Refused, or the network's error */
  async send(now: number): Promise<void> {
    const due = Math.floor(now / LIVE_STEP_MS) * LIVE_STEP_MS;
    const { meters, token } = this.#gateway;
    if (due - this.#until > SHORT_PAUSE_MS) {
      for (const { telemetry } of historyOf(this.#plant, meters, this.#until, due))
        await sendTelemetry(this.#baseUrl, token, telemetry);
      this.#until = due - LIVE_STEP_MS;
    }
    if (due <= this.#until) return;
    await sendTelemetry(this.#baseUrl, token, this.#telemetry(due));
    this.#until = due;
  }

  #telemetry(due: number): Telemetry {
    const readings = [];
    for (let at = this.#until + LIVE_STEP_MS; at <= due; at += LIVE_STEP_MS)
      for (const code of this.#gateway.meters)
        readings.push({ code, at, values: this.#plant.reading(code, at, true) });
    return telemetryOf(readings);
  }
}

/** Waits until the next instant at which meters are read, or until it is told to stop. */
export async function nextStep(now: number, signal: AbortSignal): Promise<void> {
  await sleep(LIVE_STEP_MS - (now % LIVE_STEP_MS) + 50, undefined, { signal }).catch(() => {});
}
