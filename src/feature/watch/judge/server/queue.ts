import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Touched } from './judgeMeters.ts';
import type { LookOptions } from './look.ts';
import { MOST_METERS } from './most.ts';

/** So many marks of a block are taken at once; more than that only wait where nobody judged for long. */
const MOST_MARKS = 1000;

const REST_MS = 50;
const REST_MS_A_METER = 4;

interface Mark {
  readonly id: number;
  readonly from: number | null;
  readonly to: number | null;
}

const touchedOf = (rows: readonly Mark[]): Map<number, Touched> =>
  new Map(rows.map(({ id, from, to }) => [id, from !== null && to !== null ? { from, to } : null]));

/**
 * Takes the marks of the block that waits longest, of those that were not looked at a moment ago: what keeps coming is
 * judged together. A clock that was set back lets nobody wait.
 */
async function takeBlock(trx: Db, { now, restMs = 0, rests }: LookOptions): Promise<Mark[]> {
  const resting = [...(rests ?? [])].flatMap(([block, { from, to }]) =>
    from <= now && now < to ? [block] : [],
  );
  const { rows } = await sql<Mark & { block: number }>`
    with one as (select block from alarm_touch where not block = any (${resting}::integer[]) order by id limit 1),
    wanted as (select id from alarm_touch where block = (select block from one) order by id limit ${MOST_MARKS}),
    taken as (delete from alarm_touch t using wanted w where t.id = w.id returning t.block, t.meters, t.froms, t.tos)
    select block, m.id, round(date_part('epoch', min(m.from_ts)) * 1000) as from,
      round(date_part('epoch', max(m.to_ts)) * 1000) as to
    from taken cross join lateral unnest(meters, froms, tos) m (id, from_ts, to_ts) group by 1, 2`.execute(
    trx,
  );
  // The longer the look, the longer the rest: few meters are judged at once, many twice a second.
  if (rows[0])
    rests?.set(rows[0].block, {
      from: now,
      to: now + Math.min(restMs, REST_MS + rows.length * REST_MS_A_METER),
    });
  return rows;
}

/** Marks of blocks become marks of single meters, where one of them cannot be judged. */
const separate = (trx: Db) =>
  sql`with taken as (delete from alarm_touch returning *)
    insert into alarm_dirty (ammeter_id, from_ts, to_ts, at)
    select m.id, m.from_ts, m.to_ts, taken.at from taken cross join lateral unnest(meters, froms, tos) m (id, from_ts, to_ts)
    order by taken.id`.execute(trx);

const among = ({
  only,
  except = [],
}: LookOptions) => sql`(${only ?? null}::integer is null or ammeter_id = ${only ?? null})
  and not ammeter_id = any (${except}::integer[])`;

/** The meters that wait: what was touched of them, and those whose timers have run out. */
export async function takeWaiting(trx: Db, options: LookOptions): Promise<Map<number, Touched>> {
  const { now, inDoubt, only, except = [] } = options;
  const single = only !== undefined || except.length > 0;
  if (single) await separate(trx);
  const { rows } = await sql<Mark>`
    with wanted as (select ammeter_id from alarm_dirty where ${among(options)} group by 1 order by min(id) limit ${MOST_METERS}),
    taken as (delete from alarm_dirty d using wanted w where d.ammeter_id = w.ammeter_id returning d.*)
    select ammeter_id as id, round(date_part('epoch', min(from_ts)) * 1000) as from,
      round(date_part('epoch', max(to_ts)) * 1000) as to from taken group by 1`.execute(trx);
  const waiting = touchedOf(rows);
  if (waiting.size === 0 && !single)
    for (const [id, touched] of touchedOf(await takeBlock(trx, options))) waiting.set(id, touched);
  if (inDoubt) return waiting;
  const { rows: due } = await sql<{ id: number }>`
    select distinct ammeter_id as id from alarm_state
    where due_at <= ${new Date(now)} and ${among(options)} limit ${MOST_METERS}`.execute(trx);
  for (const { id } of due) if (!waiting.has(id)) waiting.set(id, null);
  return waiting;
}

/** The meters that wait, without taking them. */
export async function waitingMeters(db: Db, { now, except = [] }: LookOptions): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (select ammeter_id as id from alarm_dirty union select unnest(meters) from alarm_touch
      union select ammeter_id from alarm_state where due_at <= ${new Date(now)}) w
    where not id = any (${except}::integer[]) order by id limit ${MOST_METERS}`.execute(db);
  return rows.map(({ id }) => id);
}
