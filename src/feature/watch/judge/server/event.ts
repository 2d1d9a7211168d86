import { sql } from 'kysely';
import { type EventSample, eventReadings, eventVersions } from '#domain/alarm/deviceEvent.ts';
import { judge, REOPEN_MS, rewindStart } from '#domain/alarm/judge.ts';
import { clearedAtOf } from '#domain/alarm/occurrence.ts';
import { NORMAL } from '#domain/alarm/machine.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { News } from './apply.ts';
import {
  applyEvent,
  type DeviceEvent,
  type EventKey,
  type EventRecord,
  type EventVerdict,
} from './eventRecord.ts';
import { freshUntil } from './fresh.ts';
import { LOCK, type Looked, type LookOptions, NOTHING } from './look.ts';
import { TREATED_AT } from './load.ts';
import { MOST_METERS } from './most.ts';

/** What a device said late and what stands by it is told when nothing more came of it for so long. */
const SETTLED_MS = MINUTE_MS;
/** What repeats what was said before and is older than this is forgotten: nothing comes between it that late. */
const REPEATS_MS = 2 * DAY_MS;

type Due = EventKey & {
  readonly from: number;
  /** Nothing came of it for a while: what was said last holds, however old it is. */
  readonly settled: boolean;
};

const among = ({
  now,
  only,
  except = [],
}: LookOptions) => sql`coalesce(due_at, '-infinity') <= ${new Date(now)} and (${only ?? null}::integer is null or event_id = ${only ?? null})
  and not event_id = any (${except}::integer[])`;

/** The events of which something waits, without taking it. */
export async function waitingEvents(db: Db, options: LookOptions): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct event_id as id from device_event_dirty where ${among(options)} limit ${MOST_METERS}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Judges what devices said of events, in one transaction: each (event, device) is a course of its own, judged again from before what
 * came late.
 * @returns the events that were judged, none where none waits or another process looks
 */
export async function lookAtEvents(db: Db, options: LookOptions): Promise<Looked> {
  const { now, ways } = options;
  return db.transaction().execute(async (trx) => {
    const { rows: lock } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx);
    if (!lock[0]?.mine) return NOTHING;
    const due = await takeDue(trx, options);
    if (due.length === 0) return NOTHING;
    const ids = [...new Set(due.map(({ eventId }) => eventId))];
    const events = await eventsOf(trx, due);
    const news: News[] = [];
    for (const [i, one] of due.entries()) {
      const event = events[i];
      if (event) {
        const { told, awaited } = await applyEvent(trx, ways, await judgeEvent(trx, one, event), now);
        news.push(...told);
        if (awaited !== null) await lookAgain(trx, one, awaited, now);
      }
      await settle(trx, one, now);
    }
    return { ids, news };
  });
}

/** Takes what is marked, by event and device. */
async function takeDue(trx: Db, options: LookOptions): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with wanted as (select id from device_event_dirty where ${among(options)} order by id limit ${MOST_METERS * 10}),
    taken as (delete from device_event_dirty d using wanted w where d.id = w.id returning d.*)
    select event_id as "eventId", gateway_id as "gatewayId", device_name as device,
      floor(extract(epoch from min(from_ts)) * 1000)::float8 as from, bool_and(due_at is not null) as settled
    from taken group by 1, 2, 3 order by 1, 2, 3`.execute(trx);
  return rows;
}

/** The events as they are configured now, in the order of what is due; undefined = it is gone or switched off. */
async function eventsOf(trx: Db, due: readonly Due[]): Promise<(DeviceEvent | undefined)[]> {
  const { rows } = await sql<DeviceEvent>`
    select e.id, e.consumer_id as "consumerId", e.site_id as "siteId", e.alarm_level as level, e.event_name as name,
      e.event_name_en as "nameEn" from event_config e
    where e.enable = '1' and e.id = any (${due.map(({ eventId }) => eventId)}::integer[])`.execute(trx);
  return due.map(({ eventId }) => rows.find(({ id }) => id === eventId));
}

const ofKey = ({ eventId, gatewayId, device }: EventKey) =>
  sql`event_id = ${eventId} and gateway_id = ${gatewayId} and device_name = ${device}`;

async function judgeEvent(trx: Db, one: Due, event: DeviceEvent): Promise<EventVerdict> {
  const { start: from, records } = await startOf(trx, one);
  // What stood when the event was switched off ended then, whatever is told of it.
  const over = records.filter(({ retired }) => retired).map((record) => clearedAtOf(record) ?? 0);
  const start = Math.max(from, ...over.map((at) => at + 1));
  const { rows: samples } = await sql<EventSample & { said: string | null; meterId: number | null }>`
    select floor(extract(epoch from ts) * 1000)::float8 as ts, stands, said, ammeter_id as "meterId" from device_event
    where ${ofKey(one)} and ts >= ${new Date(start)} order by ts`.execute(trx);
  const { rows: known } = await sql<{ at: number | null }>`
    select floor(extract(epoch from max(ts)) * 1000)::float8 as at from device_event
    where ${ofKey(one)} and judged`.execute(trx);
  const newest = samples.at(-1);
  const standing = {
    judgedTo: known[0]?.at ?? one.from - 1,
    state: NORMAL,
    records,
    treatedAt: records.flatMap(({ treatedAt }) => treatedAt ?? []),
  };
  const rewind = { start, to: Number.MAX_SAFE_INTEGER };
  const { judgedTo } = standing;
  const { changes } = judge(eventVersions(event.level), standing, eventReadings(samples), null, rewind);
  return {
    key: one,
    event,
    changes,
    records,
    judgedTo,
    freshTo: one.settled ? Infinity : freshUntil(newest?.ts ?? 0),
    meterId: newest?.meterId ?? null,
    saidAt: (at) => samples.find(({ ts }) => ts === at)?.said ?? null,
  };
}

/** Where judging begins again: before every record that reaches up to what came. */
async function startOf(trx: Db, one: Due): Promise<{ start: number; records: readonly EventRecord[] }> {
  for (let since = one.from; ;) {
    const records = await recordsOf(trx, one, since);
    const start = rewindStart(one.from, 0, records);
    if (start >= since) return { start, records };
    since = start;
  }
}

/** The records of an event on a device that stand, or ended so late that one raised at an instant (ms) may join them. */
async function recordsOf(
  trx: Db,
  { eventId, gatewayId, device }: EventKey,
  since: number,
): Promise<EventRecord[]> {
  const { rows } = await sql<
    Omit<EventRecord, 'alarmId' | 'treatedAt'> & { readonly treatedAt: Date | null }
  >`
    select id as "recordId", _episodes as episodes, revision is not distinct from 'withdrawn' as withdrawn, _retired as retired,
      _told as told, site_id as "siteId", ${TREATED_AT} as "treatedAt"
    from alarm_record r where _event_id = ${eventId} and gateway_id = ${gatewayId} and _device_name = ${device} and _episodes <> '[]'
      and coalesce(cleared_at, 'infinity') >= ${new Date(since - REOPEN_MS)} order by raised_at`.execute(trx);
  return rows.map((row) => ({ ...row, alarmId: 0, treatedAt: row.treatedAt?.getTime() ?? null }));
}

/** Lets an event be judged again though nothing comes. @param from ms: from where on @param now ms */
async function lookAgain(trx: Db, one: Due, from: number, now: number): Promise<void> {
  await sql`
    insert into device_event_dirty (event_id, gateway_id, device_name, from_ts, due_at)
    select ${one.eventId}, ${one.gatewayId}, ${one.device}, ${new Date(from)}, ${new Date(now + SETTLED_MS)}
    where not exists (select from device_event_dirty where ${ofKey(one)} and due_at is not null)`.execute(
    trx,
  );
}

/** Notes what was judged, and forgets old repetitions of it. @param now ms */
async function settle(trx: Db, one: Due, now: number): Promise<void> {
  await sql`update device_event set judged = true where ${ofKey(one)} and not judged`.execute(trx);
  await sql`
    delete from device_event d using (
      select ts, lag(stands) over w = stands and lead(stands) over w = stands as repeats from device_event
      where ${ofKey(one)} window w as (order by ts)) r
    where ${ofKey(one)} and d.ts = r.ts and r.repeats and d.ts < ${new Date(now - REPEATS_MS)}`.execute(trx);
}
