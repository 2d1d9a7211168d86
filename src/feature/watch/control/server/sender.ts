import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { hasEnded } from '#domain/control/command.ts';
import type { Collector } from '#feature/meters/collector/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { toleranceOf } from '../domain/wiring.ts';
import { carryOut, type Course } from './carryOut.ts';
import { apply, COMMAND_COLUMNS, type CommandRow } from './command.ts';
import { gatewayWay } from './gatewayWay.ts';
import { modbusWay } from './modbusWay.ts';
import { PositionReader } from './positionReader.ts';
import type { Way } from './way.ts';

export interface SenderOptions {
  readonly system: Db;
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly collector: Collector;
  /** Gateways are at an external broker. */
  readonly external: boolean;
}

/** What nobody told of is looked for so often, ms. */
const LOOK_MS = 1000;
const MOST_STOP_MS = 8000;

/**
 * Carries out commands over the channels that this process polls, each once: it writes down that a command leaves before
 * its bytes do, and only one process can. What it does not get done within ten seconds expires, and nothing waits for a
 * device that is absent.
 */
export function startSender(options: SenderOptions): { stop(): Promise<void> } {
  const { system, pool, log, collector } = options;
  const stopping = new AbortController();
  const running = new Map<number, Promise<void>>();
  const reader = new PositionReader(system, collector, log);

  const wayOf = (command: CommandRow): Way | undefined => {
    const { way, channelId } = command.wiring;
    if (way === '2') return gatewayWay(system, command.wiring, options.external);
    return channelId !== null && collector.channels().includes(channelId)
      ? modbusWay(collector, command.wiring)
      : undefined;
  };

  const begin = (command: CommandRow, now: number): void => {
    if (running.has(command.id) || stopping.signal.aborted) return;
    const way = wayOf(command);
    if (!way) return;
    const { target, verifySeconds, wiring } = command;
    const done = carryOut(courseOf(system, command, now), way, {
      target,
      tolerance: toleranceOf(wiring),
      verifySeconds,
    })
      .then(() => reader.read([command.controlId]))
      .catch((error: unknown) => log.warn(`Command ${command.id}: ${String(error)}`))
      .finally(() => running.delete(command.id));
    running.set(command.id, done);
  };

  /** Takes up what is operating and was not sent. @param id one that was told of; default all */
  const look = async (id?: number): Promise<void> => {
    const { rows } = await sql<CommandRow & { now: number }>`
      select ${COMMAND_COLUMNS}, extract(epoch from clock_timestamp())::float8 * 1000 as now from control_command k
      where k.state = 'operating' and k.sent_at is null and k.operate_until > clock_timestamp()
        and (${id ?? null}::integer is null or k.id = ${id ?? null}) order by k.id`.execute(system);
    for (const { now, ...command } of rows) begin(command, now);
  };
  const tried = (looking: Promise<void>): Promise<void> =>
    looking.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn(`Commands could not be looked for: ${String(error)}`);
    });

  const heard = (payload: string): void => {
    if (payload.startsWith('read ')) void tried(reader.read(payload.slice(5).split(' ').map(Number)));
    else void tried(look(Number(payload)));
  };
  const listener = listenTo(pool, { control: heard }, { log, lost: () => void tried(look()) });
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      await tried(look());
      await tried(reader.readDue());
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await listener.stop();
      await looking;
      // What has left is read back to its end, unless that takes long: the watch ends it then.
      await Promise.race([Promise.all(running.values()), sleep(MOST_STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** The course of a command, as it was read at `now` of the database's clock. */
function courseOf(db: Db, first: CommandRow, now: number): Course {
  const begun = performance.now();
  let command = first;
  return {
    move: async (event, notes, more) => {
      if (hasEnded(command.state)) return false;
      const next = await apply(db, command, event, now + (performance.now() - begun), notes, more);
      if (next) command = next;
      return next !== null;
    },
  };
}
