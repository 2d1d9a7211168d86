import type { Collector, Line } from '#feature/meters/collector/server/public.ts';
import { runsOf } from '../domain/run.ts';
import type { Wiring } from '../domain/wiring.ts';
import { modbusOn, positionsOf } from './modbusDevice.ts';
import { relayOn } from './relayDevice.ts';
import type { RelayKey } from './relayKey.ts';
import type { Device, Position } from './way.ts';

/** An output on a line, while nobody else speaks on it. @param key of the relay of a meter; null = it is only read */
export const deviceOn = (line: Line, wiring: Wiring, key: RelayKey | null = null): Device =>
  wiring.way === '3' ? relayOn(line, wiring, key) : modbusOn(line, wiring);

/** What is silent together: the unit or the meter. */
export const markOf = ({ way, unitAddress, meterAddress }: Wiring): unknown =>
  way === '3' ? meterAddress : unitAddress;

/** Reads the positions of a run (`runsOf`) while nobody else speaks on its line; one for each, in their order. */
export async function runOn(
  line: Line,
  run: readonly Wiring[],
  timeoutMs: number,
): Promise<readonly Position[]> {
  const [first] = run;
  return first?.way === '3'
    ? [await relayOn(line, first, null).position(timeoutMs)]
    : positionsOf(line, run, timeoutMs);
}

interface Waiting {
  readonly wiring: Wiring;
  readonly timeoutMs: number;
  readonly resolve: (position: Position | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads positions back over the channels of this process, before what else waits for the line. Those that wait when the
 * turn comes are read in it, and together where they lie side by side.
 */
export class LineReader {
  readonly #collector: Collector;
  readonly #waiting = new Map<number, Waiting[]>();

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  /** undefined where this process does not own the channel. */
  read(wiring: Wiring, timeoutMs: number): Promise<Position | undefined> {
    const channelId = wiring.channelId ?? 0;
    return new Promise((resolve, reject) => {
      const one = { wiring, timeoutMs, resolve, reject };
      const waiting = this.#waiting.get(channelId);
      if (waiting) return void waiting.push(one);
      this.#waiting.set(channelId, [one]);
      this.#turn(channelId);
    });
  }

  #turn(channelId: number): void {
    const take = (): Waiting[] => {
      const some = this.#waiting.get(channelId) ?? [];
      this.#waiting.delete(channelId);
      return some;
    };
    const turn = this.#collector.onLine(channelId, (line) => this.#read(line, take()), true);
    if (!turn) for (const { resolve } of take()) resolve(undefined);
    turn?.catch((error: unknown) => {
      for (const { reject } of take()) reject(error);
    });
  }

  async #read(line: Line, some: readonly Waiting[]): Promise<void> {
    for (const run of runsOf(some, ({ wiring }) => wiring)) {
      const timeoutMs = Math.min(...run.map((one) => one.timeoutMs));
      const reading = runOn(line, run.map(({ wiring }) => wiring), timeoutMs); // prettier-ignore
      await reading.then(
        (positions) => run.forEach(({ resolve }, i) => resolve(positions[i] as Position)),
        (error: unknown) => run.forEach(({ reject }) => reject(error)),
      );
    }
  }
}
