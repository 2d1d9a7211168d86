import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { GatewayRow } from '../contract.ts';
import { contactOf, isClockOff } from '../domain/contact.ts';
import { METER_GATEWAY } from './sql.ts';

type Stamps = 'lastSeenAt' | 'connectedAt' | 'disconnectedAt';
type Counts =
  'messages' | 'accepted' | 'duplicate' | 'conflict' | 'rejected' | 'dropped' | 'driftMs' | 'clockOff';

interface Raw extends Omit<GatewayRow, Stamps | Counts | 'contact'> {
  readonly lastSeenAt: Date | null;
  readonly connectedAt: Date | null;
  readonly disconnectedAt: Date | null;
  readonly messages: string | null;
  readonly accepted: string | null;
  readonly duplicate: string | null;
  readonly conflict: string | null;
  readonly rejected: string | null;
  readonly dropped: string | null;
  readonly driftMs: string | null;
}

/** Doors that keep no connection: whether one is open says nothing. */
const CONNECTED = new Set(['mqtt', 'mqtts', 'ws', 'wss']);

/** Gateways as they stand now, of one enterprise or of all that the executor sees, or a single one; by name. */
export async function gatewayRows(
  db: Db,
  only: { readonly consumerId?: number | undefined; readonly id?: number | undefined },
  now: number,
): Promise<GatewayRow[]> {
  const { rows } = await sql<Raw>`
    with ${METER_GATEWAY}, kin as (
      select mg.gateway_id, count(distinct a.id)::integer as meters,
        mode() within group (order by a.interval_seconds) as step
      from meter_gateway mg join ammeter a on a.id = mg.ammeter_id group by mg.gateway_id
    ), odd as (
      select gateway_id, count(*) filter (where reason in ('unknownMeter', 'unknownKey'))::integer as unmapped
      from gateway_rejection where device_name <> '*' group by gateway_id
    ), held as (
      select gateway_id, coalesce(sum(n) filter (where ammeter_id is null), 0)::integer as waiting,
        coalesce(sum(n) filter (where ammeter_id is not null), 0)::integer as quarantined
      from held_reading group by gateway_id
    ), token as (
      select gateway_id, count(*)::integer as n from gateway_token where revoked_at is null group by gateway_id)
    select g.id, shown_name(g.gateway_name, g.gateway_name_en) as "gatewayName",
      coalesce(nullif(g.gateway_name_en, ''), g.gateway_name) as "gatewayNameEn", g.consumer_id as "consumerId", g.site_id as "siteId",
      shown_name(s.org_name, s.org_name_en) as "siteName",
      coalesce(s.time_zone, (select time_zone from monitor_site m where m.consumer_id = g.consumer_id order by m.id limit 1),
        ${homeZone}) as "timeZone",
      g.state = '1' as "inUse", st.protocol, st.address, greatest(st.last_seen_at, g.last_seen_at) as "lastSeenAt",
      st.connected_at as "connectedAt", st.disconnected_at as "disconnectedAt",
      coalesce(kin.step, (select mode() within group (order by a.interval_seconds) from ammeter a
        where a.consumer_id = g.consumer_id and (g.site_id is null or a.site_id = g.site_id)), 900)::integer
        as "intervalSeconds",
      st.drift_ms as "driftMs", st.messages, st.accepted, st.duplicate, st.conflict, st.rejected, st.dropped,
      coalesce(held.waiting, 0) as waiting, coalesce(held.quarantined, 0) as quarantined,
      coalesce(kin.meters, 0) as meters, coalesce(odd.unmapped, 0) as unmapped, coalesce(token.n, 0) as tokens
    from gateway g
      left join monitor_site s on s.id = g.site_id
      left join gateway_state st on st.gateway_id = g.id
      left join kin on kin.gateway_id = g.id
      left join held on held.gateway_id = g.id
      left join odd on odd.gateway_id = g.id
      left join token on token.gateway_id = g.id
    where (${only.consumerId ?? null}::integer is null or g.consumer_id = ${only.consumerId ?? null})
      and (${only.id ?? null}::integer is null or g.id = ${only.id ?? null})
    order by g.gateway_name, g.id`.execute(db);
  return rows.map((row) => {
    const lastSeenAt = row.lastSeenAt?.getTime() ?? null;
    const driftMs = row.driftMs === null ? null : Number(row.driftMs);
    const keeps = CONNECTED.has(row.protocol ?? '');
    return {
      ...row,
      lastSeenAt,
      connectedAt: row.connectedAt?.getTime() ?? null,
      disconnectedAt: row.disconnectedAt?.getTime() ?? null,
      driftMs,
      clockOff: isClockOff(driftMs, row.intervalSeconds),
      messages: Number(row.messages ?? 0),
      accepted: Number(row.accepted ?? 0),
      duplicate: Number(row.duplicate ?? 0),
      conflict: Number(row.conflict ?? 0),
      rejected: Number(row.rejected ?? 0),
      dropped: Number(row.dropped ?? 0),
      contact: contactOf(
        {
          lastAt: lastSeenAt,
          intervalSeconds: row.intervalSeconds,
          closed: keeps ? row.disconnectedAt !== null : null,
        },
        now,
      ),
    };
  });
}
