import type pg from 'pg';
import { type Quality, type Sample, sampleOf } from '#domain/signal/sample.ts';
import {
  ensurePartitions,
  forgetPartitions,
  inTransaction,
  monthsOf,
  sqlState,
} from '#feature/meters/reading/server/public.ts';
import { type Db, poolOf } from '#server/database/db.ts';
import type { PointState, StoredStates, TakenState } from '../contract.ts';
import { type HeardHour, type KeptPart, type Part, roundsOf, type Writes, writesOf } from './parts.ts';

const CHECK_VIOLATION = '23514';

/**
 * Stores positions in one transaction; it has committed when this resolves. The course of a point is the same in
 * whatever order and however often its positions come. Of points that are gone nothing is stored. `db` must be a
 * database opened for the system, not a transaction. @throws the database's error; then nothing is kept
 */
export async function storeStates(db: Db, states: readonly TakenState[]): Promise<StoredStates> {
  if (states.length === 0) return { accepted: 0, duplicate: 0, conflict: 0, news: [] };
  const pool = poolOf(db);
  const byPoint = new Map<number, Sample[]>();
  for (const { pointId, ts, value } of states) {
    const samples = byPoint.get(pointId);
    if (samples) samples.push(sampleOf(ts, value));
    else byPoint.set(pointId, [sampleOf(ts, value)]);
  }
  const store = (): Promise<StoredStates> => inTransaction(pool, (client) => storeIn(client, byPoint));
  const months = monthsOf(states.map(({ ts }) => ts));
  const prepare = async (): Promise<void> => {
    await ensurePartitions(pool, months, 'signal');
    await ensurePartitions(pool, months, 'signal_heard');
  };
  await prepare();
  try {
    return await store();
  } catch (error) {
    if (sqlState(error) !== CHECK_VIOLATION) throw error;
    // A partition that was known is gone: the database was restored or emptied meanwhile.
    forgetPartitions(pool);
    await prepare();
    return store();
  }
}

async function storeIn(
  client: pg.ClientBase,
  byPoint: ReadonlyMap<number, readonly Sample[]>,
): Promise<StoredStates> {
  // Others wait who tell of the same points; in one order, so that no two wait for each other.
  const { rows: points } = await client.query<{ id: number; consumerId: number }>(
    `select id, consumer_id as "consumerId" from signal_point where id = any($1::integer[]) order by id for no key update`,
    [[...byPoint.keys()]],
  );
  const owners = new Map(points.map(({ id, consumerId }) => [id, consumerId]));
  const there = new Map([...byPoint].filter(([id]) => owners.has(id)));
  const counts = { accepted: 0, duplicate: 0, conflict: 0 };
  for (const round of roundsOf(there)) {
    const writes: Writes[] = [];
    const kept = await loadParts(client, round);
    for (const part of round) {
      const found = kept.get(part.pointId);
      if (!found) continue;
      const { woven, writes: mine } = writesOf(part, found);
      writes.push(mine);
      for (const key of ['accepted', 'duplicate', 'conflict'] as const) counts[key] += woven[key];
    }
    await write(client, writes);
  }
  // Those that alarm rules judge are judged again from their first position on.
  await client.query('select alarm_signal_mark($1::integer[], $2::timestamptz[])', [
    [...there.keys()],
    [...there.values()].map((samples) => new Date(Math.min(...samples.map(({ ts }) => ts)))),
  ]);
  return { ...counts, news: await newest(client, owners) };
}

type Change = readonly [ts: number, value: number | null, quality: Quality];
const sampleIn = ([ts, value, quality]: Change): Sample => ({ ts, value, quality });
type Hour = readonly [hour: number, instants: readonly number[]];
const hourIn = ([hour, instants]: Hour): HeardHour => ({ hour, instants });

const ms = (column: string): string => `round(extract(epoch from ${column}) * 1000)::bigint`;
const change = `json_build_array(${ms('s.ts')}, s.value, s.quality)`;
const hour = `json_build_array(${ms('h.hour')}, h.instants)`;

async function loadParts(
  client: pg.ClientBase,
  parts: readonly Part[],
): Promise<ReadonlyMap<number, KeptPart>> {
  const { rows } = await client.query<{
    pointId: number;
    before: Change | null;
    changes: Change[] | null;
    hours: Hour[] | null;
    nextChange: Change | null;
    nextHour: Hour | null;
  }>(
    `select w.point as "pointId",
       (select ${change} from signal s where s.point_id = w.point and s.ts < w.begins order by s.ts desc limit 1) as before,
       (select json_agg(${change} order by s.ts) from signal s
         where s.point_id = w.point and s.ts >= w.begins and s.ts < w.ends) as changes,
       (select json_agg(${hour} order by h.hour) from signal_heard h
         where h.point_id = w.point and h.hour >= w.begins and h.hour < w.ends) as hours,
       (select ${change} from signal s where s.point_id = w.point and s.ts >= w.ends order by s.ts limit 1) as "nextChange",
       (select ${hour} from signal_heard h where h.point_id = w.point and h.hour >= w.ends order by h.hour limit 1) as "nextHour"
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) w (point, begins, ends)`,
    [
      parts.map(({ pointId }) => pointId),
      parts.map(({ from }) => new Date(from)),
      parts.map(({ to }) => new Date(to)),
    ],
  );
  return new Map(
    rows.map((row) => [
      row.pointId,
      {
        pointId: row.pointId,
        before: row.before && sampleIn(row.before),
        changes: (row.changes ?? []).map(sampleIn),
        hours: (row.hours ?? []).map(hourIn),
        nextChange: row.nextChange && sampleIn(row.nextChange),
        nextHour: row.nextHour && hourIn(row.nextHour),
      },
    ]),
  );
}

async function write(client: pg.ClientBase, writes: readonly Writes[]): Promise<void> {
  const gone = writes.flatMap(({ pointId, gone: some }) => some.map((ts) => ({ pointId, ts })));
  if (gone.length > 0)
    await client.query(
      `delete from signal s using unnest($1::integer[], $2::timestamptz[]) g (point, ts)
       where s.point_id = g.point and s.ts = g.ts`,
      [gone.map(({ pointId }) => pointId), gone.map(({ ts }) => new Date(ts))],
    );
  const changes = writes.flatMap(({ pointId, changes: some }) => some.map((one) => ({ pointId, ...one })));
  if (changes.length > 0)
    await client.query(
      `insert into signal (point_id, ts, value, quality)
       select * from unnest($1::integer[], $2::timestamptz[], $3::smallint[], $4::smallint[])
       on conflict (point_id, ts) do update set value = excluded.value, quality = excluded.quality`,
      [
        changes.map(({ pointId }) => pointId),
        changes.map(({ ts }) => new Date(ts)),
        changes.map(({ value }) => value),
        changes.map(({ quality }) => quality),
      ],
    );
  const hours = writes.flatMap(({ pointId, hours: some }) => some.map((one) => ({ pointId, ...one })));
  const empty = hours.filter(({ instants }) => instants.length === 0);
  const full = hours.filter(({ instants }) => instants.length > 0);
  if (empty.length > 0)
    await client.query(
      `delete from signal_heard h using unnest($1::integer[], $2::timestamptz[]) g (point, hour)
       where h.point_id = g.point and h.hour = g.hour`,
      [empty.map(({ pointId }) => pointId), empty.map((one) => new Date(one.hour))],
    );
  if (full.length > 0)
    await client.query(
      `insert into signal_heard (point_id, hour, instants)
       select point, hour, instants::integer[] from unnest($1::integer[], $2::timestamptz[], $3::text[]) g (point, hour, instants)
       on conflict (point_id, hour) do update set instants = excluded.instants`,
      [
        full.map(({ pointId }) => pointId),
        full.map((one) => new Date(one.hour)),
        full.map(({ instants }) => `{${instants.join(',')}}`),
      ],
    );
}

/** Brings the newest states up to the courses. @returns those that changed or were heard again */
async function newest(
  client: pg.ClientBase,
  owners: ReadonlyMap<number, number>,
): Promise<readonly PointState[]> {
  const { rows } = await client.query<Omit<PointState, 'consumerId'>>(
    `insert into signal_state as t (point_id, since, value, quality, heard_at, received_at)
     select p, c.ts, c.value, c.quality, greatest(c.ts, l.at), now()
     from unnest($1::integer[]) p
     cross join lateral (select ts, value, quality from signal where point_id = p order by ts desc limit 1) c
     left join lateral (select hour + instants[cardinality(instants)] * interval '1 millisecond' as at
       from signal_heard where point_id = p order by hour desc limit 1) l on true
     order by p
     on conflict (point_id) do update set since = excluded.since, value = excluded.value, quality = excluded.quality,
       heard_at = excluded.heard_at, received_at = excluded.received_at
     where (t.since, t.value, t.quality, t.heard_at)
       is distinct from (excluded.since, excluded.value, excluded.quality, excluded.heard_at)
     returning point_id as "pointId", ${ms('since')}::float8 as since, value, quality, ${ms('heard_at')}::float8 as "heardAt"`,
    [[...owners.keys()]],
  );
  return rows.map((row) => ({ ...row, consumerId: owners.get(row.pointId) ?? 0 }));
}
