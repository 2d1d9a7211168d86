import { sql } from 'kysely';
import { type PlantState, raiseNotices } from '#feature/house/notice/server/public.ts';
import { tellRecords, writeActs } from '#feature/watch/alarm/server/public.ts';
import type { Ways } from '#feature/watch/linkage/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { tellUntold } from './tell.ts';

/** What comes back within this time, and nobody confirmed, is the same record (watch.md section 3), min. */
const REOPEN_MIN = 10;
const NAME_LENGTH = 120;

/** A record that was raised, anew or once more. */
interface Written {
  readonly id: number;
  readonly consumerId: number;
  /** Data time of the raise. */
  readonly at: Date;
}

const wantedOf = ({ kind, objectId, consumerId, alarm }: PlantState) => ({
  kind,
  object: objectId,
  consumer: consumerId,
  site: alarm.siteId,
  meter: alarm.ammeterId ?? null,
  gateway: alarm.gatewayId ?? null,
  level: alarm.level,
  type: alarm.type,
  name: alarm.name.zh.slice(0, NAME_LENGTH),
  name_en: alarm.name.en.slice(0, NAME_LENGTH),
  initials: initialsOf(alarm.name.zh),
  raised: new Date(alarm.raisedAt).toISOString(),
  value: alarm.value ?? null,
  bound: alarm.limit ?? null,
});

/** The states as rows `w`, and the record `r` of each that stands. */
const wanted = (
  states: readonly PlantState[],
) => sql`json_to_recordset(${JSON.stringify(states.map(wantedOf))}::json)
  as w (kind text, object integer, consumer integer, site integer, meter integer, gateway integer, level text, type text,
    name text, name_en text, initials text, raised timestamptz, value numeric, bound numeric)`;
const STANDS = sql`r._watch_kind = w.kind and r._watch_object = w.object and r.cleared_at is null`;

/** Raises records once more that ended a moment before and that nobody confirmed, with their notices. */
async function reopen(trx: Db, states: readonly PlantState[]): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    update alarm_record p set alarm_status = '1', cleared_at = null, raise_count = p.raise_count + 1,
      alarm_level = least(p.alarm_level, w.level), _cause_id = null, _cause_gateway_id = null, _cause_over_at = null
    from ${wanted(states)}
    where p.id = (select b.id from alarm_record b where b._watch_kind = w.kind and b._watch_object = w.object
        and b.process = '0' and b.cleared_at > w.raised - make_interval(mins => ${REOPEN_MIN})
        order by b.cleared_at desc limit 1)
      and not exists (select from alarm_record r where ${STANDS})
    returning p.id, p.consumer_id as "consumerId", w.raised as at`.execute(trx);
  if (rows.length === 0) return rows;
  // Who had read of it is told once more.
  await sql`with open as (
      update notice n set ended_at = null
      where n.id in (select max(id) from notice where record_id = any (${rows.map(({ id }) => id)}::integer[]) group by record_id)
        and not exists (select from notice o where o.kind = n.kind and o.object_id = n.object_id and o.ended_at is null)
      returning n.id)
    delete from notice_read where notice_id in (select id from open)`.execute(trx);
  return rows;
}

/**
 * What stands already and became graver is raised once more; where somebody had confirmed the lesser alarm it ends, and
 * another begins. The level never falls while it stands, and the worst value is kept.
 */
async function worsen(trx: Db, states: readonly PlantState[], now: number): Promise<readonly Written[]> {
  const from = wanted(states);
  const at = new Date(now);
  const { rows: seen } = await sql<Written>`
    update alarm_record r set alarm_status = '0', cleared_at = greatest(r.raised_at, ${at}::timestamptz)
    from ${from} where ${STANDS} and r.process <> '0' and r.alarm_level > w.level
    returning r.id, r.consumer_id as "consumerId", r.cleared_at as at`.execute(trx);
  await writeActs(trx, seen.map(({ id, consumerId }) => ({ recordId: id, consumerId, kind: 'cleared', info: null }))); // prettier-ignore
  await sql`update alarm_record r set peak_value = w.value, peak_at = ${at}, limit_value = w.bound
    from ${from} where ${STANDS} and w.value > coalesce(r.peak_value, '-Infinity')`.execute(trx);
  const { rows } = await sql<Written>`
    update alarm_record r set alarm_level = w.level, raise_count = r.raise_count + 1
    from ${from} where ${STANDS} and r.alarm_level > w.level
    returning r.id, r.consumer_id as "consumerId", ${at}::timestamptz as at`.execute(trx);
  return rows;
}

/** Writes the records of states that have none that stands. */
async function writeNew(trx: Db, states: readonly PlantState[]): Promise<readonly Written[]> {
  const { rows } = await sql<Written>`
    insert into alarm_record (record_name, record_name_en, consumer_id, site_id, ammeter_id, gateway_id, alarm_type,
      alarm_level, alarm_status, process, raised_at, raise_count, peak_value, peak_at, limit_value, origin, _initials,
      _watch_kind, _watch_object)
    select w.name, w.name_en, w.consumer, w.site, w.meter, w.gateway, w.type, w.level, '1', '0', w.raised, 1, w.value,
      case when w.value is not null then w.raised end, w.bound, 'watch', w.initials, w.kind, w.object
    from ${wanted(states)} where not exists (select from alarm_record r where ${STANDS})
    order by w.kind, w.object returning id, consumer_id as "consumerId", raised_at as at`.execute(trx);
  return rows;
}

/**
 * Writes down states of the plant that hold: the record of each, the notice that is its view, and what people are told.
 * @param now ms @returns how many are new or came back
 */
export async function raise(
  trx: Db,
  ways: Ways,
  states: readonly PlantState[],
  now: number,
): Promise<number> {
  if (states.length === 0) return 0;
  const again = await reopen(trx, states);
  const graver = await worsen(trx, states, now);
  const fresh = await writeNew(trx, states);
  await raiseNotices(trx, states);
  await sql`update notice n set record_id = r.id from ${wanted(states)}, alarm_record r
    where ${STANDS} and n.kind = w.kind and n.object_id = w.object and n.ended_at is null
      and n.record_id is distinct from r.id`.execute(trx);
  const once = [...again, ...graver];
  await writeActs(
    trx,
    once.map(({ id, consumerId, at }) => ({
      recordId: id,
      consumerId,
      kind: 'raise',
      info: null,
      at: at.getTime(),
    })),
  );
  const ids = [...once, ...fresh].map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tellUntold(trx, ways, now, ids);
  await tellRecords(trx, ids);
  return again.length + fresh.length;
}
