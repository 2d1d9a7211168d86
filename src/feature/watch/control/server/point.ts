import { sql } from 'kysely';
import type { CommandState } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import { HOLD_INTERVALS } from '#domain/signal/interval.ts';
import { readStates } from '#domain/signal/word.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { PositionWord, TagWire } from '../contract.ts';
import type { Wiring } from '../domain/wiring.ts';

/** A position that was read is known for so long, ms. */
const KNOWN_MS = 60_000;

/** An output as the database tells it at one instant. */
export interface PointRow {
  readonly controlId: number;
  readonly controlName: string;
  readonly controlCode: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly siteName: string;
  readonly objectId: number | null;
  readonly objectName: string | null;
  readonly timeZone: string;
  readonly inUse: boolean;
  readonly wiring: Wiring;
  readonly through: string | null;
  readonly wayInUse: boolean;
  readonly unit: string | null;
  readonly statesZh: string | null;
  readonly statesEn: string | null;
  readonly twoPersons: boolean;
  readonly direct: boolean;
  readonly verifySeconds: number;
  /** s */
  readonly minimumOff: number | null;
  readonly shedPower: number | null;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly value: number | null;
  /** ms */
  readonly since: number | null;
  readonly heardAt: number | null;
  readonly failure: Text | null;
  readonly known: boolean;
  readonly tags: readonly TagWire[];
  readonly open: {
    readonly commandId: number;
    readonly state: CommandState;
    readonly byId: number | null;
    readonly byName: string;
  } | null;
  /** ms since the last operation; operations of the last minute. */
  readonly sinceOperation: number | null;
  readonly operations: number;
  /** ms: the database's clock. */
  readonly now: number;
}

/** Which points are asked for. */
export interface PointQuery {
  readonly ids?: readonly number[] | undefined;
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly objectId?: number | undefined;
  readonly search?: string | undefined;
}

/** No enterprise has as many; a list goes no further. */
const MOST_POINTS = 2000;

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/** The wiring of a row as JSON, in the names of `Wiring`. */
export const WIRING = sql`json_build_object('way', r.way, 'adjusts', r.operate_type = '2', 'channelId', r.channel_id,
  'unitAddress', r.unit_address, 'writeFunction', r.write_function, 'writeAddress', r.write_address,
  'onValue', r.on_value, 'offValue', r.off_value, 'valueType', r.value_type, 'scale', r.scale::float8,
  'readFunction', r.read_function, 'readAddress', r.read_address, 'relayNumber', r.relay_number, 'gatewayId', r.gateway_id, 'iotId', r.iot_id,
  'identifier', r.identifier, 'signalPointId', r.signal_point_id, 'minimum', r.minimum::float8,
  'maximum', r.maximum::float8, 'step', r.step::float8)`;

/** The position: by its signal where the way is a gateway's, else as it was read over the channel. */
const POSITION = sql`lateral (select
    case when r.way = '2' then g.value::float8 else t.value::float8 end as value,
    case when r.way = '2' then g.since else t.since end as since,
    case when r.way = '2' then g.heard_at else t.heard_at end as heard_at,
    case when r.way = '2' then nullif(p.expected_seconds, 0) * ${HOLD_INTERVALS} * 1000 else ${KNOWN_MS} end as holds,
    case when r.way = '2' then null else t.failure end as failure
  from (select) one left join control_state t on t.control_id = r.id left join signal_state g on g.point_id = r.signal_point_id
  ) s`;

/** Points with how they stand, by number. The executor shows those that may be seen. */
export async function pointRows(db: Db, query: PointQuery): Promise<PointRow[]> {
  const { ids, consumerId = null, siteId = null, objectId = null, search = null } = query;
  const { rows } = await sql<PointRow>`
    select r.id as "controlId", shown_name(r.control_name, r.control_name_en) as "controlName",
      r.control_code as "controlCode", r.consumer_id as "consumerId", r.site_id as "siteId",
      shown_name(m.org_name, m.org_name_en) as "siteName", r.object_id as "objectId",
      shown_name(o.org_name, o.org_name_en) as "objectName", coalesce(m.time_zone, ${homeZone}) as "timeZone",
      r.state = '1' as "inUse", ${WIRING} as wiring,
      case when r.way = '2' then shown_name(w.gateway_name, w.gateway_name_en)
        else shown_name(c.channel_name, c.channel_name_en) end as through,
      case when r.way = '2' then coalesce(w.state = '1', false)
        else coalesce(c.state = '1' and cg.state = '1', false) end as "wayInUse",
      r.unit, p.states_zh as "statesZh", p.states_en as "statesEn", r.two_persons as "twoPersons", r.direct,
      r.verify_seconds as "verifySeconds", r.minimum_off as "minimumOff", r.shed_power::float8 as "shedPower",
      r.ammeter_id as "ammeterId", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName",
      s.value, ${ms('s.since')} as since, ${ms('s.heard_at')} as "heardAt", s.failure,
      s.value is not null and (s.holds is null or s.heard_at > clock_timestamp() - s.holds * interval '1 millisecond')
        as known,
      coalesce(tags.list, '[]') as tags, open.command as open, ${ms('clock_timestamp()')} as now,
      (select ${ms('clock_timestamp() - max(k.operated_at)')} from control_command k
        where k.control_id = r.id and k.operated_at is not null) as "sinceOperation",
      (select count(*)::integer from control_command k
        where k.control_id = r.id and k.operated_at > clock_timestamp() - interval '1 minute') as operations
    from i_remote_control r join monitor_site m on m.id = r.site_id
    left join monitor_object o on o.id = r.object_id left join ammeter a on a.id = r.ammeter_id
    left join signal_point p on p.id = r.signal_point_id
    left join collector_channel c on c.id = r.channel_id left join gateway cg on cg.id = c.gateway_id
    left join gateway w on w.id = r.gateway_id
    left join ${POSITION} on true
    left join lateral (select json_agg(json_build_object('tagId', t.id, 'reason', t.reason, 'byName', t.by_name,
        'placedAt', ${ms('t.placed_at')}) order by t.id) as list
      from control_tag t where t.control_id = r.id and t.removed_at is null) tags on true
    left join lateral (select json_build_object('commandId', k.id, 'state', k.state, 'byId', k.by_id,
        'byName', k.by_name) as command
      from control_command k where k.control_id = r.id
        and k.state in ('requested', 'approved', 'selected', 'operating', 'acknowledged')
        and not (k.state in ('requested', 'approved') and coalesce(k.approved_at, k.requested_at) < clock_timestamp() - interval '10 minutes')
        and not (k.state = 'selected' and k.select_until <= clock_timestamp())
        and not (k.state = 'operating' and k.sent_at is null and k.operate_until <= clock_timestamp())) open on true
    where (${ids === undefined} or r.id = any (${ids ?? []}::integer[]))
      and (${consumerId}::integer is null or r.consumer_id = ${consumerId})
      and (${siteId}::integer is null or r.site_id = ${siteId})
      and (${objectId}::integer is null or r.object_id = ${objectId})
      and (${search}::text is null or strpos(lower(concat_ws(' ', r.control_name, r.control_name_en, r.control_code,
        m.org_name, o.org_name)), lower(${search})) > 0)
    order by r.control_code, r.id limit ${MOST_POINTS}`.execute(db);
  return rows;
}

const SWITCH: readonly PositionWord[] = [
  { value: 0, zh: '分', en: 'Off' },
  { value: 1, zh: '合', en: 'On' },
];

/** The words of on and off: those of the signal that tells the position, where there is one. */
export function statesOf(
  row: Pick<PointRow, 'statesZh' | 'statesEn'> & { readonly wiring: Wiring },
): readonly PositionWord[] {
  if (row.wiring.adjusts) return [];
  const zh = row.statesZh === null ? undefined : readStates(row.statesZh);
  const en = row.statesEn === null ? undefined : readStates(row.statesEn);
  return SWITCH.map(({ value, ...own }) => ({
    value,
    zh: zh?.get(value) ?? own.zh,
    en: en?.get(value) ?? zh?.get(value) ?? own.en,
  }));
}
