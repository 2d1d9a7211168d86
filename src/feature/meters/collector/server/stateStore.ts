import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { CollectState } from '../contract.ts';

interface State {
  readonly channelId: number;
  /** 0 = the channel itself. */
  readonly meterId: number;
  readonly consumerId: number;
  readonly state: CollectState;
  readonly detail: Text | null;
  readonly since: number;
  readonly lastOkAt: number | null;
  readonly lastTryAt: number;
  readonly failures: number;
  readonly tookMs: number | null;
}

/** What one try came to. */
export interface Try {
  readonly state: CollectState;
  readonly detail: Text | null;
  readonly at: number;
  readonly took: number | null;
}

/** How channels and meters do; kept in memory and written every few seconds for the pages. */
export class StateStore {
  readonly #db: Db;
  readonly #states = new Map<string, State>();
  readonly #changed = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(db: Db, flushMs: number) {
    this.#db = db;
    this.#timer = setInterval(() => void this.flush(), flushMs);
    this.#timer.unref();
  }

  /** Takes over what is known from before. */
  async load(): Promise<void> {
    const { rows } = await sql<{ [K in keyof State]: State[K] }>`
      select channel_id as "channelId", collector_meter_id as "meterId", consumer_id as "consumerId", state, detail,
        (extract(epoch from since) * 1000)::float8 as since,
        (extract(epoch from last_ok_at) * 1000)::float8 as "lastOkAt",
        (extract(epoch from last_try_at) * 1000)::float8 as "lastTryAt", failures, took_ms as "tookMs"
      from collector_state`.execute(this.#db);
    for (const row of rows) this.#states.set(`${row.channelId}/${row.meterId}`, row);
  }

  /** Notes how a try went; answers how many have failed in a row. */
  note(channel: { readonly id: number; readonly consumerId: number }, meterId: number, tried: Try): number {
    const key = `${channel.id}/${meterId}`;
    const before = this.#states.get(key);
    const good = tried.state === 'ok' || tried.state === 'partly' || tried.state === 'rejected';
    const failures = good ? 0 : (before?.failures ?? 0) + 1;
    this.#states.set(key, {
      channelId: channel.id,
      meterId,
      consumerId: channel.consumerId,
      state: tried.state,
      detail: tried.detail,
      since: before?.state === tried.state ? before.since : tried.at,
      lastOkAt: good ? tried.at : (before?.lastOkAt ?? null),
      lastTryAt: tried.at,
      failures,
      tookMs: tried.took,
    });
    this.#changed.add(key);
    return failures;
  }

  /** The state last noted. */
  stateOf(channelId: number, meterId: number): CollectState | undefined {
    return this.#states.get(`${channelId}/${meterId}`)?.state;
  }

  /** Number of noted states, by state. */
  counts(): Map<CollectState, number> {
    const counts = new Map<CollectState, number>();
    for (const { state, meterId } of this.#states.values())
      if (meterId > 0) counts.set(state, (counts.get(state) ?? 0) + 1);
    return counts;
  }

  /** Drops what is not polled here any more, so that another process may tell about it. */
  keepOnly(channels: ReadonlySet<number>): void {
    for (const [key, state] of this.#states)
      if (!channels.has(state.channelId)) {
        this.#states.delete(key);
        this.#changed.delete(key);
      }
  }

  /** Writes what has changed; what cannot be written now is tried again. */
  async flush(): Promise<void> {
    const keys = [...this.#changed];
    if (keys.length === 0) return;
    this.#changed.clear();
    const rows = keys.flatMap((key) => this.#states.get(key) ?? []);
    try {
      // A channel or meter may have been deleted meanwhile.
      await sql`insert into collector_state (channel_id, collector_meter_id, consumer_id, state, detail, since, last_ok_at,
          last_try_at, failures, took_ms)
        select s."channelId", s."meterId", s."consumerId", s.state, s.detail, to_timestamp(s.since / 1000),
          to_timestamp(s."lastOkAt" / 1000), to_timestamp(s."lastTryAt" / 1000), s.failures, s."tookMs"
        from json_to_recordset(${JSON.stringify(rows)}::json) s ("channelId" integer, "meterId" integer,
          "consumerId" integer, state text, detail jsonb, since float8, "lastOkAt" float8, "lastTryAt" float8,
          failures integer, "tookMs" integer)
        where exists (select from collector_channel c where c.id = s."channelId")
          and (s."meterId" = 0 or exists (select from collector_meter m where m.id = s."meterId"))
        on conflict (channel_id, collector_meter_id) do update set state = excluded.state, detail = excluded.detail,
          since = excluded.since, last_ok_at = excluded.last_ok_at, last_try_at = excluded.last_try_at,
          failures = excluded.failures, took_ms = excluded.took_ms`.execute(this.#db);
    } catch {
      for (const key of keys) this.#changed.add(key);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
