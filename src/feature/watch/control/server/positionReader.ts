import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Collector } from '#feature/meters/collector/server/public.ts';
import type { PositionRead } from '#domain/control/readBack.ts';
import { groupedBy } from '#domain/group.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { keptPrepared } from '#server/database/scope.ts';
import { Together } from '#server/together.ts';
import { runsOf } from '../domain/run.ts';
import type { Wiring } from '../domain/wiring.ts';
import type { CommandRow } from './command.ts';
import { markOf, runOn } from './lineWay.ts';
import { WIRING } from './point.ts';

/** Positions are read so often, ms; of what does not answer less often. */
const EVERY_MS = 10_000;
const TIMEOUT_MS = 1000;

interface Output {
  readonly id: number;
  readonly consumerId: number;
  readonly wiring: Wiring;
}

interface Told {
  readonly id: number;
  readonly consumerId: number;
  readonly value: number | null;
  readonly at: string;
  readonly failure: Text | null;
}

/** Reads the positions of outputs over the channels of this process, and keeps them for the pages. */
export class PositionReader {
  readonly #db: Db;
  readonly #collector: Collector;
  readonly #log: Log;
  readonly #keeping: Together<Told, void>;
  /** ms of the steady clock: one that is set keeps nothing waiting. */
  #dueAt = 0;
  #reading = false;

  constructor(db: Db, collector: Collector, log: Log) {
    this.#db = db;
    this.#collector = collector;
    this.#log = log;
    this.#keeping = new Together<Told, void>(
      async (told) => {
        await keptPrepared(() => this.#keep(told));
        return told.map(() => undefined);
      },
      ({ id }) => id,
    );
  }

  /** Reads all of them where it is time, and at once those that were never read. Does not wait for the devices. */
  async readDue(): Promise<void> {
    if (this.#reading) return;
    const now = performance.now();
    const all = now >= this.#dueAt;
    const outputs = await this.#outputs(all ? null : 'new', []);
    if (all) this.#dueAt = now + EVERY_MS;
    if (outputs.length === 0) return;
    this.#reading = true;
    void this.#readAll(outputs)
      .catch((error: unknown) => this.#log.warn(`Positions of outputs: ${String(error)}`))
      .finally(() => (this.#reading = false));
  }

  /** Reads some of them now. */
  async read(ids: readonly number[]): Promise<void> {
    await this.#readAll(await this.#outputs('some', ids));
  }

  async #outputs(which: 'new' | 'some' | null, ids: readonly number[]): Promise<readonly Output[]> {
    const channels = this.#collector.channels();
    if (channels.length === 0) return [];
    const { rows } = await sql<Output>`
      select r.id, r.consumer_id as "consumerId", ${WIRING} as wiring from i_remote_control r
      where r.state = '1' and r.way in ('1', '3') and r.channel_id = any (${channels}::integer[])
        and (${which !== 'some'} or r.id = any (${ids}::integer[]))
        and (${which !== 'new'} or not exists (select from control_state t where t.control_id = r.id))
      order by r.channel_id, r.unit_address, r.id`.execute(this.#db);
    return rows;
  }

  /** Keeps a position that was read on another occasion; what comes at the same moment is written together. */
  keep(command: Pick<CommandRow, 'controlId' | 'consumerId'>, { at, value }: PositionRead): Promise<void> {
    const { controlId: id, consumerId } = command;
    return this.#keeping.ask({ id, consumerId, value, at: new Date(at).toISOString(), failure: null });
  }

  /** Channels side by side, the outputs of each one after the other; a unit that is silent is asked once. */
  async #readAll(outputs: readonly Output[]): Promise<void> {
    const byChannel = groupedBy(outputs, ({ wiring }) => wiring.channelId);
    await Promise.all([...byChannel].map(([id, some]) => this.#readChannel(id ?? 0, some)));
  }

  async #readChannel(channelId: number, outputs: readonly Output[]): Promise<void> {
    const told: Told[] = [];
    const silent = new Map<unknown, Text>();
    for (const run of runsOf(outputs, ({ wiring }) => wiring)) {
      const [first] = run;
      const mark = first && markOf(first.wiring);
      const known = silent.get(mark);
      // A turn of the line for each, so that what is urgent does not wait for all of them.
      const read = known
        ? run.map(() => ({ value: null, failure: known, bytes: null }))
        : await this.#collector.onLine(channelId, (line) =>
            runOn(line, run.map(({ wiring }) => wiring), TIMEOUT_MS)); // prettier-ignore
      const at = new Date().toISOString();
      for (const [i, { value, failure, bytes }] of (read ?? []).entries()) {
        const { id, consumerId } = run[i] as Output;
        if (failure && bytes === null) silent.set(mark, failure);
        told.push({ id, consumerId, value, failure, at });
      }
    }
    if (told.length > 0) await this.#keep(told);
  }

  /** What could not be read leaves the last position with its age, and says why. What was read earlier than that comes too late. */
  async #keep(told: readonly Told[]): Promise<void> {
    await sql`
      insert into control_state (control_id, consumer_id, value, since, heard_at, tried_at, failure)
      select s.id, s."consumerId", s.value, case when s.value is not null then t.at end,
        case when s.value is not null then t.at end, t.at, s.failure
      from json_to_recordset(${JSON.stringify(told)}::json) s (id integer, "consumerId" integer, value numeric,
        at timestamptz, failure jsonb), lateral (select least(s.at, clock_timestamp()) as at) t
      where exists (select from i_remote_control r where r.id = s.id)
      on conflict (control_id) do update set tried_at = excluded.tried_at, failure = excluded.failure,
        value = coalesce(excluded.value, control_state.value), heard_at = coalesce(excluded.heard_at, control_state.heard_at),
        since = case when excluded.value is null or excluded.value = control_state.value then control_state.since
          else excluded.since end
      where excluded.tried_at >= control_state.tried_at or control_state.tried_at > clock_timestamp()`.execute(
      this.#db,
    );
  }
}
