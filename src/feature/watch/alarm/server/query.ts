import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { homeZone } from '#server/database/homeZone.ts';

const when = () => z.iso.datetime({ offset: true }).or(z.iso.date()).optional();

/** Whose records, and from when to when: instants, or dates of the site's clock; a date at the end is wholly in. */
export const scopeQuery = {
  enterpriseId: id().optional(),
  siteId: id().optional(),
  startTime: when(),
  endTime: when(),
};

/** Which of the times of a record the range is about: 1 raised, 2 cleared, 3 confirmed (the specification is silent). */
const TIMES = { 1: 'raised_at', 2: 'cleared_at', 3: 'confirmed_at' } as const;

/** The query of alarm records (specification 2 section 3). */
export const recordQuery = {
  ...scopeQuery,
  alarmRecordId: id().optional(),
  monitorId: id().optional(),
  ammeterId: id().optional(),
  process: z.enum(['0', '1', '2', '3', '4', '5']).optional(),
  eventType: z.enum(['1', '2', '3', '4', '5']).optional(),
  alarmLevel: z.enum(['1', '2', '3', '4']).optional(),
  dataCode: z.string().max(20).optional(),
  alarmStatus: z.enum(['0', '1']).optional(),
  dateType: z.enum(['1', '2', '3']).default('1'),
  /** ms: those alone that stood at this instant. */
  at: z.coerce.number().int().min(0).max(8.64e15).optional(),
};

/** What records are asked for; what is left out asks for all. */
export interface RecordQuery {
  readonly enterpriseId?: number | undefined;
  readonly siteId?: number | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly alarmRecordId?: number | undefined;
  readonly monitorId?: number | undefined;
  readonly ammeterId?: number | undefined;
  readonly process?: string | undefined;
  readonly eventType?: string | undefined;
  readonly alarmLevel?: string | undefined;
  /** The data code that the rule judges. */
  readonly dataCode?: string | undefined;
  readonly alarmStatus?: string | undefined;
  readonly without?: 'watch' | undefined;
  /** ms */
  readonly at?: number | undefined;
  readonly dateType?: keyof typeof TIMES | `${keyof typeof TIMES}` | undefined;
}

const isDate = (text: string): boolean => text.length === 10;

/** An instant as it is; a date as the beginning of a day on the clock of the record's site. */
const instant = (text: string, daysLater: number): RawBuilder<unknown> =>
  isDate(text)
    ? sql`((${text}::date + ${daysLater}::integer)::timestamp at time zone coalesce(
        (select s.time_zone from monitor_site s where s.id = r.site_id), ${homeZone}))`
    : sql`${text}::timestamptz`;

/**
 * The condition on `alarm_record r` that a query makes. Withdrawn records are no alarms, and are in it only with `withdrawn`.
 * @throws Fault 400 for an end before the begin
 */
export function conditionOf(query: RecordQuery, { withdrawn = false } = {}): RawBuilder<boolean> {
  const { startTime: from, endTime: to } = query;
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw badInput({ zh: '结束时间：不能早于开始时间', en: 'End: may not precede the begin' }, 'endTime');
  const time = sql.ref(`r.${TIMES[query.dateType ?? '1']}`);
  const parts: RawBuilder<unknown>[] = withdrawn ? [] : [sql`r.revision is distinct from 'withdrawn'`];
  const equal = (column: string, value: number | string | undefined): void => {
    if (value !== undefined) parts.push(sql`${sql.ref(`r.${column}`)} = ${value}`);
  };
  if (query.without === 'watch') parts.push(sql`r._watch_kind is null`);
  equal('id', query.alarmRecordId);
  equal('consumer_id', query.enterpriseId);
  equal('site_id', query.siteId);
  equal('ammeter_id', query.ammeterId);
  equal('process', query.process);
  equal('alarm_type', query.eventType);
  equal('alarm_level', query.alarmLevel);
  equal('alarm_status', query.alarmStatus);
  if (query.dataCode !== undefined)
    parts.push(
      sql`exists (select from alarm a where a.id = r.alarm_id and a.trigger_field_name = ${query.dataCode})`,
    );
  if (from !== undefined) parts.push(sql`${time} >= ${instant(from, 0)}`);
  if (to !== undefined)
    parts.push(isDate(to) ? sql`${time} < ${instant(to, 1)}` : sql`${time} <= ${instant(to, 0)}`);
  if (query.monitorId !== undefined) parts.push(ofObject(query.monitorId));
  if (query.at !== undefined) parts.push(stoodAt(query.at));
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Records that stood at an instant (ms); one that was withdrawn never did. @throws Fault 400 for what is still to come */
function stoodAt(at: number): RawBuilder<boolean> {
  if (at > Date.now()) throw badInput({ zh: 'at：不能晚于现在', en: 'at: cannot be later than now' }, 'at');
  const instantAt = new Date(at);
  return sql<boolean>`r.raised_at <= ${instantAt} and (r.cleared_at is null or r.cleared_at > ${instantAt})
    and r.revision is distinct from 'withdrawn'`;
}

/** Records of the meters of a monitored object and of the objects below it. */
const ofObject = (objectId: number): RawBuilder<boolean> => sql<boolean>`r.ammeter_id in (
  with recursive below as (
    select id, ammeter_id_list from monitor_object where id = ${objectId}
    union select o.id, o.ammeter_id_list from monitor_object o join below b on o.parent_id = b.id)
  select unnest(ammeter_id_list) from below)`;

/**
 * What stands or waits: active, or recovered and not confirmed. What was found in late data, was over by then and told to
 * nobody is history and waits for nobody. The index `alarm_record_standing` holds these and what waits for nobody.
 */
export const OPEN = sql<boolean>`(r.alarm_status = '1' or r.process = '0' and (r._told > 0 or r.origin is distinct from 'late'))`;
