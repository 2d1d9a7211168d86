import type { PositionRead } from '#domain/control/readBack.ts';
import type { Collector, Line } from '#feature/meters/collector/server/public.ts';
import { runsOf } from '../domain/run.ts';
import { toleranceOf, type Wiring } from '../domain/wiring.ts';
import { type Aim, type Course, launch, type Leaving, type Run, type Said, settle } from './carryOut.ts';
import type { CommandRow } from './command.ts';
import { deviceOn, LineReader, markOf, runOn } from './lineWay.ts';
import type { RelayKey } from './relayKey.ts';

/** What a command is to bring about. */
export const aimOf = ({ target, verifySeconds, wiring }: CommandRow): Aim => ({
  target,
  tolerance: toleranceOf(wiring),
  verifySeconds,
});

/** So many leave together at most. */
const MOST = 32;

interface Queued {
  readonly command: CommandRow;
  readonly course: Course;
  readonly resolve: (last: PositionRead | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Sending extends Leaving {
  readonly queued: Queued;
}

interface Queue {
  readonly waiting: Queued[];
  /** How many may leave together: more while devices answer quickly, one after something did not. */
  together: number;
  busy: boolean;
}

/**
 * Sends commands over the channels of this process. What waits for the same line leaves in one turn of it, written down in
 * one statement; where a device is slow or silent each has a turn of its own, so that none is late for another.
 */
export class LineSender {
  readonly #collector: Collector;
  readonly #keyOf: (controlId: number) => Promise<RelayKey | null>;
  readonly #reader: LineReader;
  readonly #queues = new Map<number, Queue>();

  /** @param keyOf what the relay of a meter is told with; null = it may not be */
  constructor(collector: Collector, keyOf: (controlId: number) => Promise<RelayKey | null>) {
    this.#collector = collector;
    this.#keyOf = keyOf;
    this.#reader = new LineReader(collector);
  }

  /** The last position that was read back, null = none; undefined where this process does not own the channel. */
  send(command: CommandRow, course: Course): Promise<PositionRead | null> | undefined {
    const { channelId } = command.wiring;
    if (channelId === null || !this.#collector.channels().includes(channelId)) return undefined;
    let queue = this.#queues.get(channelId);
    if (!queue) this.#queues.set(channelId, (queue = { waiting: [], together: 1, busy: false }));
    const { waiting, busy } = queue;
    const sent = new Promise<PositionRead | null>((resolve, reject) =>
      waiting.push({ command, course, resolve, reject }),
    );
    if (!busy) void this.#run(channelId, queue);
    return sent;
  }

  async #run(channelId: number, queue: Queue): Promise<void> {
    queue.busy = true;
    while (queue.waiting.length > 0) {
      const some = queue.waiting.splice(0, queue.together);
      queue.waiting.unshift(...(await this.#turn(channelId, queue, some)));
    }
    queue.busy = false;
  }

  /** One turn on the line; those that were not taken up. */
  async #turn(channelId: number, queue: Queue, some: readonly Queued[]): Promise<readonly Queued[]> {
    const told = new Set<Queued>();
    const wiringOf = ({ queued }: Sending): Wiring => queued.command.wiring;
    const spoken = (keys: ReadonlyMap<number, RelayKey | null>) => async (line: Line) => {
      const sending = some.map((queued): Sending => {
        const { course, command } = queued;
        const device = deviceOn(line, command.wiring, keys.get(command.id));
        return { course, device, aim: aimOf(command), mark: markOf(command.wiring), queued };
      });
      const runs = (all: readonly Sending[]): readonly Run<Sending>[] =>
        runsOf(all, wiringOf).map((commands) => ({
          commands,
          positions: (timeoutMs) => runOn(line, commands.map(wiringOf), timeoutMs),
        }));
      const tell = (one: Sending, said: Said): void => {
        const { resolve, reject } = one.queued;
        told.add(one.queued);
        settle(one, (timeoutMs) => this.#reader.read(wiringOf(one), timeoutMs), said).then(resolve, reject);
      };
      const { left, quick } = await launch(sending, tell, runs);
      return { left: left.map(({ queued }) => queued), quick };
    };
    try {
      // Within: what is not read ends these alone, and the line goes on with the next.
      const turn = this.#collector.onLine(channelId, spoken(await this.#keysOf(some)));
      const { left, quick } = (await turn) ?? { left: [], quick: false };
      queue.together = quick ? Math.min(MOST, queue.together * 2) : 1;
      for (const one of some) if (!told.has(one) && !left.includes(one)) one.resolve(null);
      return left;
    } catch (error) {
      queue.together = 1;
      for (const one of some) if (!told.has(one)) one.reject(error);
      return [];
    }
  }

  /** The keys of relays, read when they leave: what was taken away meanwhile is not used. */
  async #keysOf(some: readonly Queued[]): Promise<ReadonlyMap<number, RelayKey | null>> {
    const relays = some.filter(({ command }) => command.wiring.way === '3');
    const keys = relays.map(
      async ({ command: { id, controlId } }) => [id, await this.#keyOf(controlId)] as const,
    );
    return new Map(await Promise.all(keys));
  }
}
