import { sql } from 'kysely';
import type { RunReason, RunState, RunType } from '#contract/linkage.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { Zone } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import type { OutboxConfig } from '#server/outboxConfig.ts';
import type { Content } from './insert.ts';

/** What can be used: the ways out of the outbox that are set up, and the inner servers that whoever runs the product allowed. */
export interface Ways {
  readonly outbox: OutboxConfig;
  readonly outwardAllow: ReadonlySet<string>;
}

/** A run as it is done. */
export interface Run {
  readonly id: number;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly linkageId: number;
  readonly linkageType: RunType;
  readonly linkageName: string;
  readonly recipient: string;
  readonly recordId: number;
  readonly count: number;
  readonly alarmName: string;
  /** ISO 8601 */
  readonly raisedAt: string;
  readonly tries: number;
  /** ISO 8601 */
  readonly dueAt: string;
  readonly content: Content;
}

/** How a run ended. */
export interface RunEnd {
  readonly state: RunState;
  readonly reason: RunReason;
  readonly detail?: string;
  readonly outboxId?: number;
}

/** The columns of a run. */
export const RUN_COLUMNS = sql`r.id, r.consumer_id as "consumerId", r.site_id as "siteId", r.linkage_id as "linkageId",
  r.linkage_type as "linkageType", r.linkage_name as "linkageName", r.recipient, r.alarm_record_id as "recordId",
  r.raise_count as "count", r.alarm_name as "alarmName", to_json(r.raised_at) #>> '{}' as "raisedAt", r.tries,
  to_json(r.due_at) #>> '{}' as "dueAt", r._content as content`;

/** A run with how its linkage or group stands now. */
export type Held = Run & {
  readonly on: boolean;
  readonly quietBegin: number | null;
  readonly quietEnd: number | null;
  readonly zone: string | null;
};

/** Whether the linkage or group of a run in `HELD_FROM` is switched on. */
export const IS_ON = sql`coalesce(c.enable, k.enable, g.enable, '0') = '1'`;

/** The columns of `Held`, to be read from `HELD_FROM`. */
export const HELD_COLUMNS = sql`${RUN_COLUMNS}, ${IS_ON} as "on",
  coalesce(c.quiet_begin, g.quiet_begin) as "quietBegin", coalesce(c.quiet_end, g.quiet_end) as "quietEnd",
  s.time_zone as zone`;
export const HELD_FROM = sql`linkage_record r
  left join linkage_config c on r._source = 'config' and c.id = r.linkage_id
  left join alarm_linkage_control k on r._source = 'control' and k.id = r.linkage_id
  left join alert_group g on r._source in ('group', 'member') and g.id = r.linkage_id
  left join monitor_site s on s.id = r.site_id`;

const zones = new Map<string, Zone>();

/** The zone of a site, or the product's own. */
export function zoneOf(name: string | null): Zone {
  const known = zones.get(name ?? HOME_ZONE);
  if (known) return known;
  const zone = new Zone(name ?? HOME_ZONE);
  zones.set(zone.name, zone);
  return zone;
}

/** Writes down how a run ended, once. */
export async function keepEnd(trx: Db, id: number, end: RunEnd): Promise<void> {
  await sql`update linkage_record set run_state = ${end.state}, run_reason = ${end.reason}, ended_at = now(),
      detail = ${end.detail?.slice(0, 255) ?? null}, _outbox_id = ${end.outboxId ?? null}
    where id = ${id} and run_state = 'waiting'`.execute(trx);
}
