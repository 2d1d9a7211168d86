import { type RawBuilder, sql } from 'kysely';
import type { CommandState, ControlReason } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import { refusalOf } from '#domain/control/permit.ts';
import type { Person } from '#domain/control/permit.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { CommandWire, ControlPointWire, InterlockWire, StepKind, StepWire } from '../contract.ts';
import { type Wiring, wayText } from '../domain/wiring.ts';
import { askedFor, type Goal, type Interlock } from './interlock.ts';
import { statesOf } from './point.ts';
import { hindranceText, likelyTarget, openOf, pointNow, type Standing } from './standing.ts';

/** A point as a person sees it. @param target what its hindrance is told for; default the other position */
export function pointWire(
  standing: Standing,
  person: Person,
  target = likelyTarget(standing),
): ControlPointWire {
  const { row } = standing;
  const { wiring, open } = row;
  const reason = refusalOf(person, pointNow(standing, target), openOf(standing), 'request');
  return {
    controlId: row.controlId,
    controlName: row.controlName,
    controlCode: row.controlCode,
    consumerId: row.consumerId,
    siteId: row.siteId,
    siteName: row.siteName,
    objectId: row.objectId,
    objectName: row.objectName,
    timeZone: row.timeZone,
    adjusts: wiring.adjusts,
    unit: row.unit,
    minimum: wiring.minimum,
    maximum: wiring.maximum,
    step: wiring.step,
    states: statesOf(row),
    twoPersons: row.twoPersons,
    verifySeconds: row.verifySeconds,
    way: wayText(wiring, row.through),
    value: row.known ? row.value : null,
    since: row.since,
    heardAt: row.heardAt,
    failure: row.failure,
    hindrance: reason === null ? null : hindranceText(reason, standing, target),
    open: open && {
      commandId: open.commandId,
      state: open.state,
      byName: open.byName,
      own: open.byId === person.id,
    },
    tags: row.tags,
    ammeterId: row.ammeterId,
    ammeterName: row.ammeterName,
    shedPower: row.shedPower,
  };
}

/** What a person sees of interlocks for an operation. */
export const interlockWires = (all: readonly Interlock[], goal: Goal): InterlockWire[] =>
  askedFor(all, goal).map(({ interlockId: _id, goal: _goal, otherId: _otherId, ...wire }) => wire);

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

interface Row extends Omit<CommandWire, 'states' | 'way' | 'adjusts' | 'own'> {
  readonly byId: number | null;
  readonly wiring: Wiring;
  readonly through: string | null;
  readonly statesZh: string | null;
  readonly statesEn: string | null;
  readonly total: number;
}

/** Which commands are asked for. */
export interface CommandQuery {
  readonly ids?: readonly number[] | undefined;
  readonly controlId?: number | undefined;
  readonly consumerId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly objectId?: number | undefined;
  readonly states?: readonly CommandState[] | undefined;
  /** Waiting for the approval of anybody but this account. */
  readonly toApprove?: boolean | undefined;
  /** Somebody approved it or turned it down. */
  readonly decided?: boolean | undefined;
  /** ms */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** What is told beside a command, looked up by its key; a join of them all would be planned longer than it is read. */
const BESIDE = sql`
  (select shown_name(m.org_name, m.org_name_en) from monitor_site m where m.id = r.site_id) as "siteName",
  coalesce((select m.time_zone from monitor_site m where m.id = r.site_id), ${homeZone}) as "timeZone",
  (select p.states_zh from signal_point p where p.id = (k.wiring ->> 'signalPointId')::integer) as "statesZh",
  (select p.states_en from signal_point p where p.id = (k.wiring ->> 'signalPointId')::integer) as "statesEn",
  case when k.wiring ->> 'way' = '2'
    then (select shown_name(w.gateway_name, w.gateway_name_en) from gateway w
      where w.id = (k.wiring ->> 'gatewayId')::integer)
    else (select shown_name(c.channel_name, c.channel_name_en) from collector_channel c
      where c.id = (k.wiring ->> 'channelId')::integer) end as through`;

/** Only what is asked for stands in the statement: a plan for all values could not use the key. */
function askedOf(query: CommandQuery, personId: number): RawBuilder<unknown>[] {
  const { ids, controlId, consumerId, siteId, objectId, states, toApprove, decided, from, to } = query;
  const on = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
    value === undefined ? [] : [condition(value)];
  return [
    ...on(ids, (value) => sql`k.id = any (${value}::integer[])`),
    ...on(controlId, (value) => sql`k.control_id = ${value}`),
    ...on(consumerId, (value) => sql`k.consumer_id = ${value}`),
    ...on(siteId, (value) => sql`r.site_id = ${value}`),
    ...on(objectId, (value) => sql`r.object_id = ${value}`),
    ...on(states, (value) => sql`k.state = any (${value}::text[])`),
    ...on(
      toApprove === true ? personId : undefined,
      (value) => sql`k.state = 'requested' and k.two_persons
      and k.by_id is distinct from ${value} and k.requested_at > clock_timestamp() - interval '10 minutes'`,
    ),
    ...on(decided === true ? true : undefined, () => sql`k.approved_by_name is not null`),
    ...on(from, (value) => sql`k.requested_at >= ${new Date(value)}`),
    ...on(to, (value) => sql`k.requested_at < ${new Date(value)}`),
  ];
}

/** Commands, the newest first. The executor shows those that may be seen. */
export async function commandWires(
  db: Db,
  query: CommandQuery,
  personId: number,
): Promise<{ readonly list: CommandWire[]; readonly total: number }> {
  const asked = askedOf(query, personId);
  const { rows } = await sql<Row>`
    select k.id as "commandId", k.control_id as "controlId", shown_name(r.control_name, r.control_name_en) as "controlName",
      r.control_code as "controlCode", r.unit, k.wiring, ${BESIDE},
      k.target::float8 as target, k.source, k.state, k.reason, k.detail, k.remark, k.two_persons as "twoPersons",
      k.verify_seconds as "verifySeconds", k.by_id as "byId", ${signer('k.by_name', 'k.by_id')} as "byName",
      ${signer('k.approved_by_name', 'k.approved_by_id')} as "approvedByName", ${ms('k.requested_at')} as "requestedAt",
      ${ms('k.approved_at')} as "approvedAt", ${ms('k.selected_at')} as "selectedAt",
      ${ms('k.select_until')} as "selectUntil", ${ms('k.operated_at')} as "operatedAt",
      ${ms('k.operate_until')} as "operateUntil", ${ms('k.sent_at')} as "sentAt", k.answered,
      ${ms('k.ended_at')} as "endedAt", k.value_before::float8 as "valueBefore", k.value_after::float8 as "valueAfter",
      k.kw_promised::float8 as "kwPromised", k.kw_before::float8 as "kwBefore", k.kw_after::float8 as "kwAfter",
      count(*) over ()::integer as total
    from control_command k join i_remote_control r on r.id = k.control_id
    where ${asked.length === 0 ? sql`true` : sql.join(asked, sql` and `)}
    order by k.id desc limit ${query.limit} offset ${query.offset}`.execute(db);
  const list = rows.map(({ total: _total, byId, wiring, through, statesZh, statesEn, ...row }) => ({
    ...row,
    adjusts: wiring.adjusts,
    states: statesOf({ wiring, statesZh, statesEn }),
    own: byId === personId,
    way: wayText(wiring, through),
  }));
  return { list, total: rows[0]?.total ?? 0 };
}

/** One command; undefined where there is none that the executor shows. */
export async function commandWire(db: Db, id: number, personId: number): Promise<CommandWire | undefined> {
  const { list } = await commandWires(db, { ids: [id], limit: 1, offset: 0 }, personId);
  return list[0];
}

/** The steps of a command, in the order in which they were written: a read tells when it was made, to the millisecond alone. */
export async function stepWires(db: Db, commandId: number): Promise<StepWire[]> {
  const { rows } = await sql<{
    id: number;
    at: number;
    kind: StepKind;
    byName: string | null;
    ip: string | null;
    bytes: string | null;
    value: number | null;
    state: CommandState | null;
    reason: ControlReason | null;
    detail: Text | null;
  }>`
    select id::integer, ${ms('"at"')} as at, kind, ${signer('by_name', 'by_id')} as "byName", ip, bytes, value::float8 as value,
      info ->> 'state' as state, info ->> 'reason' as reason, nullif(info -> 'detail', 'null') as detail
    from control_step where command_id = ${commandId} order by id`.execute(db);
  return rows;
}
