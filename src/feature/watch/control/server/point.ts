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
/** What is stamped further ahead was told before the clock was set back: nobody knows how long ago, ms. */
export const AHEAD_MS = 5000;

/** Stamps from here on are of before the clock was set back. */
export const notAhead = sql`clock_timestamp() + ${AHEAD_MS} * interval '1 millisecond'`;

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
  /** Its way out may be used for switching. */
  readonly allowed: boolean;
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
  /** The meter that proves what an output switches. */
  readonly ammeterId?: number | undefined;
  readonly search?: string | undefined;
}

/** No enterprise has as many; a list goes no further. */
const MOST_POINTS = 2000;

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/** The wiring of a row as JSON, in the names of `Wiring`, and what stands behind it in other rows: it must be as it was. */
export const WIRING = sql`json_build_object('way', r.way, 'adjusts', r.operate_type = '2', 'channelId', r.channel_id,
  'unitAddress', r.unit_address, 'writeFunction', r.write_function, 'writeAddress', r.write_address,
  'onValue', r.on_value, 'offValue', r.off_value, 'valueType', r.value_type, 'scale', r.scale::float8,
  'readFunction', r.read_function, 'readAddress', r.read_address, 'relayNumber', r.relay_number, 'gatewayId', r.gateway_id, 'iotId', nullif(r.iot_id, ''),
  'identifier', r.identifier, 'signalPointId', r.signal_point_id,
  'meterAddress', r.meter_address, 'passwordLevel', r.password_level, 'operatorCode', r.operator_code, 'closing', r.closing, 'minimum', r.minimum::float8,
  'maximum', r.maximum::float8, 'step', r.step::float8,
  'behind', case when r.way is not null then control_behind(r.way, r.channel_id, r.signal_point_id) end)`;

/** What stands beside an output, each looked up by its key. */
interface Beside {
  /** Null where the site is not seen: then the output is not either. */
  readonly site: { readonly name: string; readonly zone: string } | null;
  readonly object: string | null;
  readonly meter: string | null;
  readonly channel: { readonly name: string; readonly inUse: boolean } | null;
  readonly gateway: { readonly name: string; readonly inUse: boolean } | null;
  readonly words: {
    readonly zh: string | null;
    readonly en: string | null;
    readonly holds: number | null;
  } | null;
  readonly told: Told | null;
  readonly open: PointRow['open'];
  readonly tags: readonly TagWire[] | null;
}

/** A position as it was told, by its signal or as it was read. */
interface Told {
  readonly value: number | null;
  readonly since: number | null;
  readonly heardAt: number | null;
  readonly failure: Text | null;
}

type Kept = Omit<PointRow, keyof Derived> & Beside;
type Derived = Pick<
  PointRow,
  | 'siteName'
  | 'objectName'
  | 'timeZone'
  | 'through'
  | 'wayInUse'
  | 'statesZh'
  | 'statesEn'
  | 'ammeterName'
  | 'value'
  | 'since'
  | 'heardAt'
  | 'failure'
  | 'known'
>;

/**
 * What is looked up beside an output stands in queries of their own: as joins the order of a dozen tables would be
 * sought at every question, which takes a hundred times as long as the answer.
 */
const BESIDE = sql`
  (select json_build_object('name', shown_name(m.org_name, m.org_name_en), 'zone', coalesce(m.time_zone, ${homeZone}))
    from monitor_site m where m.id = r.site_id) as site,
  (select shown_name(o.org_name, o.org_name_en) from monitor_object o where o.id = r.object_id) as object,
  (select shown_name(a.ammeter_name, a.ammeter_name_en) from ammeter a where a.id = r.ammeter_id) as meter,
  (select json_build_object('name', shown_name(c.channel_name, c.channel_name_en), 'inUse',
      c.state = '1' and exists (select from gateway g where g.id = c.gateway_id and g.state = '1'))
    from collector_channel c where c.id = r.channel_id) as channel,
  (select json_build_object('name', shown_name(w.gateway_name, w.gateway_name_en), 'inUse', w.state = '1')
    from gateway w where w.id = r.gateway_id) as gateway,
  (select json_build_object('zh', p.states_zh, 'en', p.states_en, 'holds',
      nullif(p.expected_seconds, 0) * ${HOLD_INTERVALS} * 1000)
    from signal_point p where p.id = r.signal_point_id) as words,
  case when r.way = '2'
    then (select json_build_object('value', g.value::float8, 'since', ${ms('g.since')}, 'heardAt', ${ms('least(g.heard_at, g.received_at)')})
      from signal_state g where g.point_id = r.signal_point_id)
    else (select json_build_object('value', t.value::float8, 'since', ${ms('t.since')}, 'heardAt', ${ms('t.heard_at')},
        'failure', t.failure)
      from control_state t where t.control_id = r.id) end as told,
  (select json_agg(json_build_object('tagId', t.id, 'reason', t.reason, 'byName', t.by_name,
      'placedAt', ${ms('t.placed_at')}) order by t.id)
    from control_tag t where t.control_id = r.id and t.removed_at is null) as tags,
  (select json_build_object('commandId', k.id, 'state', k.state, 'byId', k.by_id, 'byName', k.by_name)
    from control_command k where k.control_id = r.id
      and k.state in ('requested', 'approved', 'selected', 'operating', 'acknowledged')
      and not (k.state in ('requested', 'approved') and coalesce(k.approved_at, k.requested_at) < clock_timestamp() - interval '10 minutes')
      and not (k.state = 'selected' and k.select_until <= clock_timestamp())
      and not (k.state = 'operating' and k.sent_at is null and k.operate_until <= clock_timestamp())) as open`;

/** Points with how they stand, by number. The executor shows those that may be seen. */
export async function pointRows(db: Db, query: PointQuery): Promise<PointRow[]> {
  const { ids, consumerId, siteId, objectId, ammeterId, search } = query;
  const asked = [
    ids === undefined ? undefined : sql`r.id = any (${ids}::integer[])`,
    consumerId === undefined ? undefined : sql`r.consumer_id = ${consumerId}`,
    siteId === undefined ? undefined : sql`r.site_id = ${siteId}`,
    objectId === undefined ? undefined : sql`r.object_id = ${objectId}`,
    ammeterId === undefined ? undefined : sql`r.ammeter_id = ${ammeterId}`,
    search === undefined
      ? undefined
      : sql`strpos(lower(concat_ws(' ', r.control_name, r.control_name_en, r.control_code,
      (select m.org_name from monitor_site m where m.id = r.site_id),
      (select o.org_name from monitor_object o where o.id = r.object_id))), lower(${search})) > 0`,
  ].flatMap((one) => one ?? []);
  const { rows } = await sql<Kept>`
    select r.id as "controlId", shown_name(r.control_name, r.control_name_en) as "controlName",
      r.control_code as "controlCode", r.consumer_id as "consumerId", r.site_id as "siteId",
      r.object_id as "objectId", r.state = '1' as "inUse", ${WIRING} as wiring,
      (r.way is distinct from '3' or (coalesce(r.secret_set, false) and exists (select from collector_channel c
        where c.id = r.channel_id and c.relays))) as allowed, r.unit, r.two_persons as "twoPersons",
      r.direct, r.verify_seconds as "verifySeconds", r.minimum_off as "minimumOff",
      r.shed_power::float8 as "shedPower", r.ammeter_id as "ammeterId", ${ms('clock_timestamp()')} as now,
      (select ${ms('clock_timestamp() - max(k.operated_at)')} from control_command k
        where k.control_id = r.id and k.operated_at < ${notAhead}) as "sinceOperation",
      (select count(*)::integer from control_command k
        where k.control_id = r.id and k.operated_at > clock_timestamp() - interval '1 minute'
          and k.operated_at < ${notAhead}) as operations,
      ${BESIDE}
    from i_remote_control r where ${asked.length === 0 ? sql`true` : sql.join(asked, sql` and `)}
    order by r.control_code, r.id limit ${MOST_POINTS}`.execute(db);
  return rows.flatMap(({ site, ...row }) => (site ? [pointOf({ site, ...row })] : []));
}

type Seen = Omit<Kept, 'site'> & { readonly site: NonNullable<Kept['site']> };

function pointOf({ site, object, meter, channel, gateway, words, told, ...row }: Seen): PointRow {
  const byGateway = row.wiring.way === '2';
  const through = byGateway ? gateway : channel;
  const holds = byGateway ? (words?.holds ?? null) : KNOWN_MS;
  const { value = null, since = null, heardAt = null, failure = null } = told ?? {};
  const age = heardAt === null ? null : row.now - heardAt;
  return {
    ...row,
    siteName: site.name,
    objectName: object,
    timeZone: site.zone,
    through: through?.name ?? null,
    wayInUse: through?.inUse === true,
    statesZh: words?.zh ?? null,
    statesEn: words?.en ?? null,
    ammeterName: meter,
    value,
    since,
    heardAt,
    failure: failure ?? null,
    known: value !== null && (holds === null || (age !== null && age < holds && age > -AHEAD_MS)),
    tags: row.tags ?? [],
  };
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
