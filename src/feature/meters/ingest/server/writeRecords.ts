import { poolOf } from '#server/database/db.ts';
import type { Db } from '#server/database/db.ts';
import type { Connection, KeptMessage, KeptRejection, Records } from './recorder.ts';

/** What a second changed about a gateway. */
export interface StateChange {
  readonly gatewayId: number;
  readonly consumerId: number;
  seenAt: number | null;
  messages: number;
  accepted: number;
  duplicate: number;
  conflict: number;
  rejected: number;
  drift: number | null;
  protocol: string | null;
  connection: (Connection & { readonly at: number }) | null;
  /** ms; null = a connection is open; undefined = unchanged. */
  disconnectedAt: number | null | undefined;
}

/** Most rows of a gateway; the oldest messages go, further rejections are counted under '*'. */
export const MOST_MESSAGES = 5000;
export const MOST_REJECTIONS = 1000;

const at = (ms: number | null | undefined): Date | null =>
  ms === null || ms === undefined ? null : new Date(ms);

/** Writes the records of some gateways; those of a gateway that is gone meanwhile are left out. */
export async function writeRecords(db: Db, { states, messages, rejections }: Records): Promise<void> {
  await writeStates(db, [...states.values()]);
  if (rejections.size > 0) await writeRejections(db, [...rejections.values()]);
  if (messages.length > 0) await writeMessages(db, messages);
}

async function writeStates(db: Db, states: readonly StateChange[]): Promise<void> {
  const pool = poolOf(db);
  const ordered = states.toSorted((a, b) => a.gatewayId - b.gatewayId);
  const of = <T>(read: (state: StateChange) => T): T[] => ordered.map(read);
  await pool.query(
    `insert into gateway_state as s (gateway_id, consumer_id, connected_at, last_seen_at, address, client_id, protocol,
       messages, accepted, duplicate, conflict, rejected, drift_ms)
     select v.gateway_id, v.consumer_id, v.connected_at, v.seen_at, v.address, v.client_id, v.protocol, v.messages,
       v.accepted, v.duplicate, v.conflict, v.rejected, v.drift
     from unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[],
         $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])
       v (gateway_id, consumer_id, connected_at, seen_at, address, client_id, protocol, messages, accepted, duplicate,
         conflict, rejected, drift)
     join gateway g on g.id = v.gateway_id and g.consumer_id = v.consumer_id
     order by v.gateway_id
     on conflict (gateway_id) do update set
       consumer_id = excluded.consumer_id,
       connected_at = coalesce(excluded.connected_at, s.connected_at),
       last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
       address = coalesce(excluded.address, s.address),
       client_id = case when excluded.connected_at is null then s.client_id else excluded.client_id end,
       protocol = coalesce(excluded.protocol, s.protocol),
       messages = s.messages + excluded.messages, accepted = s.accepted + excluded.accepted,
       duplicate = s.duplicate + excluded.duplicate, conflict = s.conflict + excluded.conflict,
       rejected = s.rejected + excluded.rejected, drift_ms = coalesce(excluded.drift_ms, s.drift_ms)`,
    [
      of((s) => s.gatewayId),
      of((s) => s.consumerId),
      of((s) => at(s.connection?.at)),
      of((s) => at(s.seenAt)),
      of((s) => s.connection?.address ?? null),
      of((s) => s.connection?.clientId ?? null),
      of((s) => s.connection?.protocol ?? s.protocol),
      of((s) => s.messages),
      of((s) => s.accepted),
      of((s) => s.duplicate),
      of((s) => s.conflict),
      of((s) => s.rejected),
      of((s) => (s.drift === null ? null : Math.round(Math.max(-9e15, Math.min(9e15, s.drift))))),
    ],
  );
  const moved = ordered.filter((state) => state.disconnectedAt !== undefined);
  if (moved.length > 0) {
    await pool.query(
      `update gateway_state s set disconnected_at = v.at from unnest($1::integer[], $2::timestamptz[]) v (id, at)
       where s.gateway_id = v.id and s.disconnected_at is distinct from v.at`,
      [moved.map((s) => s.gatewayId), moved.map((s) => at(s.disconnectedAt))],
    );
  }
  await pool.query(
    `update gateway g set last_seen_at = s.last_seen_at from gateway_state s
     where s.gateway_id = g.id and g.id = any($1::integer[])
       and (g.last_seen_at is null or g.last_seen_at < s.last_seen_at - interval '30 seconds')`,
    [of((s) => s.gatewayId)],
  );
}

/** The name was added or mapped since it was unknown: nobody is asked to map it. */
const MEANT = `(v.reason in ('unknownMeter', 'unknownKey') and (
  exists (select from gateway_mapping m left join ammeter a on a.id = m.ammeter_id
    where m.gateway_id = v.gateway_id and m.device_name = v.device_name and (m.ignored or a.consumer_id = v.consumer_id)
      and (lower(m.data_key) = lower(v.data_key) or (m.data_key is null and (m.ignored or v.reason = 'unknownMeter'))))
  or (v.reason = 'unknownMeter' and exists (select from gateway g join ammeter a on a.consumer_id = g.consumer_id
    where g.id = v.gateway_id and a.ammeter_code = v.device_name and (g.site_id is null or a.site_id = g.site_id)
      and not exists (select from gateway_mapping m where m.gateway_id = g.id and m.device_name = v.device_name
        and m.data_key is null)))))`;

async function writeRejections(db: Db, rejections: readonly KeptRejection[]): Promise<void> {
  const of = <T>(read: (rejection: KeptRejection) => T): T[] => rejections.map(read);
  await poolOf(db).query(
    `with v as (
       select * from unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::bigint[],
         $7::timestamptz[], $8::timestamptz[], $9::text[])
         v (gateway_id, consumer_id, device_name, data_key, reason, n, first_at, last_at, sample)
       where exists (select from gateway g where g.id = v.gateway_id and g.consumer_id = v.consumer_id)
         and not ${MEANT}),
     known as (
       select v.*, r.gateway_id is not null as known,
         row_number() over (partition by v.gateway_id, r.gateway_id is null order by v.device_name, v.data_key) as ix,
         (select count(*) from gateway_rejection k where k.gateway_id = v.gateway_id) as stored
       from v left join gateway_rejection r using (gateway_id, device_name, data_key, reason)),
     named as (
       select gateway_id, consumer_id, reason, n, first_at, last_at, sample, fits,
         case when fits then device_name else '*' end as device_name, case when fits then data_key else '*' end as data_key
       from (select *, known or ix + stored <= ${MOST_REJECTIONS} as fits from known) k)
     insert into gateway_rejection as r
       (gateway_id, consumer_id, device_name, data_key, reason, n, first_at, last_at, sample)
     select gateway_id, min(consumer_id), device_name, data_key, reason, sum(n), min(first_at), max(last_at), min(sample)
     from named group by gateway_id, device_name, data_key, reason order by 1, 3, 4, 5
     on conflict (gateway_id, device_name, data_key, reason) do update set
       n = r.n + excluded.n, last_at = greatest(r.last_at, excluded.last_at), sample = excluded.sample`,
    [
      of((r) => r.gatewayId),
      of((r) => r.consumerId),
      of((r) => r.device),
      of((r) => r.key),
      of((r) => r.reason),
      of((r) => r.n),
      of((r) => at(r.firstAt)),
      of((r) => at(r.lastAt)),
      of((r) => r.sample),
    ],
  );
}

async function writeMessages(db: Db, messages: readonly KeptMessage[]): Promise<void> {
  const pool = poolOf(db);
  const of = <T>(read: (message: KeptMessage) => T): T[] => messages.map(read);
  await pool.query(
    `insert into gateway_message (gateway_id, consumer_id, received_at, door, topic, bytes, payload, readings, accepted,
       rejected, reason)
     select v.* from unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::text[], $5::text[], $6::integer[],
         $7::text[], $8::integer[], $9::integer[], $10::integer[], $11::text[])
       v (gateway_id, consumer_id, received_at, door, topic, bytes, payload, readings, accepted, rejected, reason)
     join gateway g on g.id = v.gateway_id and g.consumer_id = v.consumer_id
     order by v.received_at`,
    [
      of((m) => m.gatewayId),
      of((m) => m.consumerId),
      of((m) => at(m.at)),
      of((m) => m.door),
      of((m) => m.topic),
      of((m) => m.bytes),
      of((m) => m.payload),
      of((m) => m.readings),
      of((m) => m.accepted),
      of((m) => m.rejected),
      of((m) => m.reason),
    ],
  );
  // The ring of each gateway that wrote.
  await pool.query(
    `delete from gateway_message m using (
       select k.id as gateway_id, (select n.id from gateway_message n where n.gateway_id = k.id
         order by n.id desc offset ${MOST_MESSAGES} limit 1) as last
       from unnest($1::integer[]) k (id)) ring
     where m.gateway_id = ring.gateway_id and m.id <= ring.last`,
    [[...new Set(messages.map((m) => m.gatewayId))]],
  );
}
