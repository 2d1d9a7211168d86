import { sql } from 'kysely';
import { badInput, conflict, noSuchRow } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import type { Caller } from '#server/route.ts';
import { SHELF_KEY } from './rows.ts';
import { tellRecords } from './tell.ts';
import { shelveRuns, unshelveRuns } from '#feature/watch/linkage/server/public.ts';

/** What is put aside: a rule on a meter or signal point, or an object that the platform watches; the columns that say so. */
interface About {
  readonly columns: string;
  readonly values: readonly [number | string, number];
}

interface Standing {
  readonly id: number;
  readonly consumerId: number;
  readonly alarmId: number | null;
  readonly ammeterId: number | null;
  readonly signalPointId: number | null;
  readonly watchKind: string | null;
  readonly watchObject: number | null;
}

/** What of a record can be put aside; the row is held, so that shelving and its end follow one another. */
async function shelvable(
  trx: Db,
  recordId: number,
): Promise<{ readonly id: number; readonly consumerId: number; readonly about: About }> {
  const { rows } = await sql<Standing>`
    select id, consumer_id as "consumerId", alarm_id as "alarmId", ammeter_id as "ammeterId", signal_point_id as "signalPointId",
      _watch_kind as "watchKind",
      _watch_object as "watchObject"
    from alarm_record where id = ${recordId} for update`.execute(trx);
  const record = rows[0];
  if (!record) throw noSuchRow();
  const { id, consumerId, alarmId, ammeterId, signalPointId, watchKind, watchObject } = record;
  if (watchKind !== null && watchObject !== null)
    return { id, consumerId, about: { columns: 'watch_kind, object_id', values: [watchKind, watchObject] } };
  if (alarmId !== null && signalPointId !== null)
    return {
      id,
      consumerId,
      about: { columns: 'alarm_id, signal_point_id', values: [alarmId, signalPointId] },
    };
  if (alarmId === null || ammeterId === null)
    throw conflict(
      {
        zh: '人工记录不会再次告警，不能搁置；请确认或关闭',
        en: 'A record by hand never rings again and cannot be shelved: confirm or close it',
      },
      'alarmRecordId',
    );
  return { id, consumerId, about: { columns: 'alarm_id, ammeter_id', values: [alarmId, ammeterId] } };
}

/** What a person asks for; minutes from now. */
export interface Shelving {
  readonly minutes: number;
  readonly reason: string;
}

const REASON_LENGTH = 300;

/**
 * Puts the alarm of a record's rule on its meter, or what the platform watches of an object, aside for a time
 * (ISA-18.2: shelved): it goes on being judged, and nobody is
 * told. Shelved anew it counts from now. Whoever reads it compares the end with the clock; nothing needs to run for it to end.
 * @returns when it ends. @throws Fault 400 for the reason, 404 out of scope, 409 for a record by hand
 */
export async function shelve(trx: Db, caller: Caller, recordId: number, wish: Shelving): Promise<Date> {
  const reason = wish.reason.trim();
  if (reason === '') throw badInput({ zh: '搁置原因：必须填写', en: 'Reason: is required' }, 'reason');
  if (Array.from(reason).length > REASON_LENGTH)
    throw badInput({ zh: '搁置原因：最多 300 个字符', en: 'Reason: at most 300 characters' }, 'reason');
  const { id, consumerId, about } = await shelvable(trx, recordId);
  const columns = sql.raw(about.columns);
  const { rows } = await sql<{ until: Date; key: string }>`
    insert into alarm_shelf (${columns}, consumer_id, from_at, until_at, reason, by_id, by_name)
    values (${about.values[0]}, ${about.values[1]}, ${consumerId}, now(), now() + ${wish.minutes}::integer * interval '1 minute', ${reason},
      ${caller.employeeId}, ${caller.name})
    on conflict (${columns}) do update set from_at = excluded.from_at, until_at = excluded.until_at,
      reason = excluded.reason, by_id = excluded.by_id, by_name = excluded.by_name
    returning until_at as until, _key as key`.execute(trx);
  const { until, key } = rows[0] ?? { until: new Date(), key: '' };
  await shelveRuns(trx, await recordsUnder(trx, consumerId, key), until);
  await sql`insert into alarm_act (record_id, consumer_id, kind, by_id, by_name, info, until_at)
    values (${id}, ${consumerId}, 'shelve', ${caller.employeeId}, ${caller.name}, ${reason}, ${until})`.execute(
    trx,
  );
  await tellRecords(trx, [id]);
  return until;
}

/**
 * Takes an alarm off the shelf before its time. Where it does not stand there nothing happens.
 * @returns whether it stood there
 */
export async function unshelve(trx: Db, caller: Caller, recordId: number): Promise<boolean> {
  const { id, consumerId, about } = await shelvable(trx, recordId);
  const { rows } = await sql<{ current: boolean; key: string }>`delete from alarm_shelf
    where (${sql.raw(about.columns)}) = (${about.values[0]}, ${about.values[1]})
    returning until_at > now() as current, _key as key`.execute(trx);
  const [shelf] = rows;
  if (shelf?.current !== true) return false;
  await unshelveRuns(trx, await recordsUnder(trx, consumerId, shelf.key));
  await sql`insert into alarm_act (record_id, consumer_id, kind, by_id, by_name)
    values (${id}, ${consumerId}, 'unshelve', ${caller.employeeId}, ${caller.name})`.execute(trx);
  await tellRecords(trx, [id]);
  return true;
}

/** The records of an enterprise that the shelf of a key is about and of which something waits to be done. */
async function recordsUnder(trx: Db, consumerId: number, key: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select r.id from alarm_record r
    where r.consumer_id = ${consumerId} and ${SHELF_KEY} = ${key} and exists (select from linkage_record l
      where l.alarm_record_id = r.id and l.run_state = 'waiting')`.execute(trx);
  return rows.map(({ id }) => id);
}
