import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { hasEnded } from '#domain/control/command.ts';
import type { Collector } from '#feature/meters/collector/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { listenTo } from '#server/database/listen.ts';
import type { Log } from '#server/database/log.ts';
import { keptPrepared } from '#server/database/scope.ts';
import type { Sealer } from '#server/secret.ts';
import { Together } from '#server/together.ts';
import { type Course, launch, type Leaving, settle } from './carryOut.ts';
import { applyAll, COMMAND_COLUMNS, type CommandRow, inTime, type Move } from './command.ts';
import { deviceBehind } from './gatewayWay.ts';
import { type Interlock, interlocksOf } from './interlock.ts';
import { aimOf, LineSender } from './lineSender.ts';
import { PositionReader } from './positionReader.ts';
import { relayKeyOf } from './relayKey.ts';
import { goalBy, openInterlock } from './standing.ts';

export interface SenderOptions {
  readonly system: Db;
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly collector: Collector;
  /** Opens the passwords of meters. */
  readonly sealer: Sealer;
  /** Gateways are at an external broker. */
  readonly external: boolean;
}

/** What nobody told of is looked for so often, ms. */
const LOOK_MS = 1000;
const MOST_STOP_MS = 8000;

type Found = CommandRow & { readonly now: number };

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
  const sent = sentBy(options, reader);
  // What happens to commands at the same moment is one statement.
  const moves = new Together<Move, CommandRow | null>(
    (some) => keptPrepared(() => applyAll(system, some)),
    ({ before }) => before.id,
  );
  const interlocks = new Together<number, readonly Interlock[]>((ids) =>
    keptPrepared(async () => {
      const found = await interlocksOf(system, ids);
      return ids.map((id) => found.get(id) ?? []);
    }),
  );

  const begin = ({ now, ...command }: Found): void => {
    if (running.has(command.id) || stopping.signal.aborted) return;
    const done = sent(command, courseOf({ moves, interlocks }, command, now));
    if (!done) return;
    running.set(
      command.id,
      done
        .then(() => {})
        .catch((error: unknown) => log.warn(`Command ${command.id}: ${String(error)}`))
        .finally(() => running.delete(command.id)),
    );
  };

  /** Takes up what is operating and was not sent. @param ids those that were told of; default all */
  const look = async (ids: readonly number[] | null = null): Promise<void> => {
    const { rows } = await sql<Found>`
      select ${COMMAND_COLUMNS}, extract(epoch from clock_timestamp())::float8 * 1000 as now from control_command k
      where k.state = 'operating' and k.sent_at is null and ${inTime}
        and ${ids === null ? sql`true` : sql`k.id = any (${ids}::integer[])`} order by k.id`.execute(system);
    for (const row of rows) begin(row);
  };
  const tried = (looking: Promise<void>): Promise<void> =>
    looking.catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn(`Commands could not be looked for: ${String(error)}`);
    });

  const heard = (payload: string): void => {
    const numbers = payload.replace('read ', '').split(' ').map(Number);
    void tried(payload.startsWith('read ') ? reader.read(numbers) : keptPrepared(() => look(numbers)));
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

/** Sends a command by its way out; undefined where this process does not own it. */
function sentBy({ system, collector, sealer, external }: SenderOptions, reader: PositionReader) {
  const lines = new LineSender(collector, (id) => relayKeyOf(system, sealer, id));
  return (command: CommandRow, course: Course): Promise<unknown> | undefined => {
    const { wiring } = command;
    if (wiring.way !== '2') {
      const done = lines.send(command, course);
      // A page that shows the output hears of it at once; where nothing was read back it is read.
      return done?.then((last) => (last ? reader.keep(command, last) : reader.read([command.controlId])));
    }
    return (async () => {
      const device = deviceBehind(system, wiring, external);
      const leaving: Leaving = { course, device, aim: aimOf(command), mark: command.id };
      const settled: Promise<unknown>[] = [];
      await launch([leaving], (one, said) => settled.push(settle(one, (ms) => device.position(ms), said)));
      await Promise.all(settled);
    })();
  };
}

interface Asked {
  readonly moves: Together<Move, CommandRow | null>;
  readonly interlocks: Together<number, readonly Interlock[]>;
}

/** The course of a command, as it was read at `now` of the database's clock. */
function courseOf({ moves, interlocks }: Asked, first: CommandRow, now: number): Course {
  const begun = performance.now();
  const clock = (): number => now + (performance.now() - begun);
  let command = first;
  return {
    move: async (event, notes, more = {}) => {
      if (hasEnded(command.state)) return false;
      const next = await moves.ask({ before: command, event, now: clock(), notes, more });
      if (next) command = next;
      return next !== null;
    },
    openInterlock: async () =>
      openInterlock(await interlocks.ask(first.controlId), goalBy(first.wiring, first.target)),
    timeLeft: () => (first.operateUntil ?? 0) - clock(),
  };
}
