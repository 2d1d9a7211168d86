import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { numbers } from '#server/database/numbers.ts';
import type { Touched } from './judgeMeters.ts';
import type { LookOptions } from './look.ts';
import { MOST_METERS } from './most.ts';

/** So many marks of a block are taken at once; more than that only wait where nobody judged for long. */
const MOST_MARKS = 1000;

const REST_MS = 50;
const REST_MS_A_METER = 4;
/** A mark older than this was not looked at when it came; no meter is silent sooner. */
const BEHIND = sql`interval '3 seconds'`;

/** A delivery that was not looked at when it came: how long ago that was, and the newest that it touched; ms. */
type Came = readonly [agoMs: number, to: number];

interface Mark {
  readonly id: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly came: readonly Came[] | null;
  readonly waited: boolean;
}

/** What waits of a meter. */
export interface Waiting {
  readonly touched: Touched;
  /** What was touched came thus, in order; null = just now. */
  readonly came: readonly Came[] | null;
  /** All of it was heard of before, and waited for our clock (`markAhead`). */
  readonly waited: boolean;
  /** More of it may wait: what time alone changes is not known yet. */
  readonly behind: boolean;
}

const waitingOf = ({ from, to, came, waited }: Mark): Waiting => ({
  touched: from !== null && to !== null ? { from, to } : null,
  came: came && came.toSorted(([a], [b]) => b - a),
  waited,
  behind: false,
});

/** Whether any of the marks that were taken was not looked at when it came; then when each of them did. */
const AGES = sql`ages as (select coalesce(min(at) filter (where due_at is null) < now() - ${BEHIND}, false) as behind from taken)`;
const CAME = sql`json_agg(json_build_array(round(date_part('epoch', now() - at) * 1000), round(date_part('epoch', to_ts) * 1000)))
  filter (where to_ts is not null and due_at is null and (select behind from ages)) as came,
  coalesce(bool_and(due_at is not null), false) as waited`;

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
    taken as (delete from alarm_touch t using wanted w where t.id = w.id returning t.block, t.meters, t.froms, t.tos, t.at, null::timestamptz as due_at),
    ${AGES}
    select block, m.id, round(date_part('epoch', min(m.from_ts)) * 1000) as from,
      round(date_part('epoch', max(m.to_ts)) * 1000) as to, ${CAME}
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

/** Marks of meters that are looked at now, and not when our clock has come to their stamps. */
const isDue = ({ now }: LookOptions) => sql`coalesce(due_at, '-infinity') <= ${new Date(now)}`;

const among = ({
  only,
  except = [],
}: LookOptions) => sql`(${only ?? null}::integer is null or ammeter_id = ${only ?? null})
  and not ammeter_id = any (${except}::integer[])`;

/** Whether marks of the block of a meter (`alarm_mark`) wait that were not looked at when they came. */
const waitsOf = (meterId: string) =>
  sql`exists (select from alarm_touch t where t.block = ${sql.ref(meterId)} >> 9 and t.at < now() - ${BEHIND})`;

/** Those of some meters of which more may wait. */
async function behindAmong(trx: Db, meterIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${numbers(meterIds)}::integer[]) m (id) where ${waitsOf('m.id')}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The meters that wait: what was touched of them, and those whose timers have run out. Of meters whose marks wait still time
 * alone changes nothing: what they sent is judged before.
 */
export async function takeWaiting(trx: Db, options: LookOptions): Promise<Map<number, Waiting>> {
  const { now, inDoubt, only, except = [] } = options;
  const single = only !== undefined || except.length > 0;
  if (single) await separate(trx);
  const { rows } = await sql<Mark>`
    with wanted as (select ammeter_id from alarm_dirty where ${among(options)} and ${isDue(options)}
      group by 1 order by min(id) limit ${MOST_METERS}),
    taken as (delete from alarm_dirty d using wanted w where d.ammeter_id = w.ammeter_id and ${isDue(options)} returning d.*),
    ${AGES}
    select ammeter_id as id, round(date_part('epoch', min(from_ts)) * 1000) as from,
      round(date_part('epoch', max(to_ts)) * 1000) as to, ${CAME} from taken group by 1`.execute(trx);
  const marks = rows.length === 0 && !single ? await takeBlock(trx, options) : rows;
  // What came just now has left none of its block.
  const asked = marks === rows || marks.some(({ came }) => came !== null);
  const behind = asked && marks.length > 0 ? await behindAmong(trx, marks.map(({ id }) => id)) : null; // prettier-ignore
  const waiting = new Map(
    marks.map((mark) => [mark.id, { ...waitingOf(mark), behind: behind?.has(mark.id) ?? false }]),
  );
  if (inDoubt) return waiting;
  const { rows: due } = await sql<{ id: number }>`
    select distinct ammeter_id as id from alarm_state s
    where due_at <= ${new Date(now)} and ${among(options)}
      and exists (select from alarm_progress p where p.ammeter_id = s.ammeter_id)
      and not exists (select from alarm_dirty d where d.ammeter_id = s.ammeter_id and d.due_at is null)
      and not ${waitsOf('s.ammeter_id')} limit ${MOST_METERS}`.execute(trx);
  for (const { id } of due)
    if (!waiting.has(id)) waiting.set(id, { touched: null, came: null, waited: false, behind: false });
  return waiting;
}

/** Notes what is stamped ahead of our clock: it is looked at when that has come there. */
export async function markAhead(
  trx: Db,
  ahead: readonly { readonly meterId: number; readonly from: number; readonly to: number }[],
): Promise<void> {
  if (ahead.length === 0) return;
  const at = (column: 'from' | 'to') => sql`to_timestamp(${sql.ref(`a.${column}`)} / 1000)`;
  await sql`
    insert into alarm_dirty (ammeter_id, from_ts, to_ts, due_at)
    select a.id, ${at('from')}, ${at('to')}, ${at('to')} from unnest(${numbers(ahead.map(({ meterId }) => meterId))}::integer[],
      ${numbers(ahead.map(({ from }) => from))}::float8[], ${numbers(ahead.map(({ to }) => to))}::float8[]) a (id, "from", "to")`.execute(
    trx,
  );
}

/** The meters that wait, without taking them. */
export async function waitingMeters(db: Db, options: LookOptions): Promise<number[]> {
  const { now, except = [] } = options;
  const { rows } = await sql<{ id: number }>`
    select id from (select ammeter_id as id from alarm_dirty where ${isDue(options)} union select unnest(meters) from alarm_touch
      union select ammeter_id from alarm_state where due_at <= ${new Date(now)}) w
    where not id = any (${except}::integer[]) order by id limit ${MOST_METERS}`.execute(db);
  return rows.map(({ id }) => id);
}
