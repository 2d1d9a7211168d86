import { sql } from 'kysely';
import { FLAG } from '#contract/usageFlag.ts';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeters } from './visible.ts';

/** An interval in which some of the active and reactive energies of meters are known and others are not. */
export interface ReactiveGap extends Range {
  /** The meters that lack one. */
  readonly meterIds: readonly number[];
}

interface Heard extends Range {
  readonly id: number;
}

/** Parameters of the statements: meters from when to when they count, and intervals. */
interface Asked {
  readonly heard: readonly Heard[];
  readonly intervals: readonly Range[];
  readonly leading: boolean;
}

/**
 * Where a power factor of meters together would mix different spans: quarters of an hour of each interval in which not
 * all of their active and reactive energies are known, and not all of them unknown, of the meters that count; leading energy counts of meters that have ever sent it.
 */
export async function reactiveGaps(
  db: Db,
  meterIds: readonly number[],
  intervals: readonly Range[],
  leading: boolean,
): Promise<ReactiveGap[][]> {
  const found = intervals.map((): ReactiveGap[] => []);
  const heard = (await visibleMeters(db, meterIds)).flatMap(({ id, counting: { from, to } }) =>
    from === null ? [] : [{ id, from: Math.ceil(from / QUARTER_MS) * QUARTER_MS, to }],
  );
  if (heard.length === 0) return found;
  const query = { heard, intervals, leading };
  const torn = await tornIntervals(db, query);
  if (torn.length === 0) return found;
  for (const { key, ts, whole } of await tornQuarters(db, query, torn)) {
    const from = ts.getTime();
    const lack = heard.flatMap((one) =>
      one.from <= from && one.to > from && !whole?.includes(one.id) ? [one.id] : [],
    );
    const list = found[key] ?? [];
    const last = list.at(-1);
    if (last?.to === from && last.meterIds.join() === lack.join())
      list[list.length - 1] = { ...last, to: from + QUARTER_MS };
    else list.push({ from, to: from + QUARTER_MS, meterIds: lack });
  }
  return found;
}

/** `m`: a row a meter, `r`: a row an interval, numbered from 0. */
const tables = ({ heard, intervals, leading }: Asked) => sql`
  m as (
    select id, first_ts, coalesce(last_ts, 'infinity') as last_ts, ${leading}::boolean and exists (
      select from usage u where u.meter_id = id and u.level = 5 and u.qo is not null) as leads
    from unnest(${heard.map((one) => one.id)}::integer[], ${heard.map((one) => new Date(one.from))}::timestamptz[],
      ${heard.map((one) => (Number.isFinite(one.to) ? new Date(one.to) : null))}::timestamptz[]) l (id, first_ts, last_ts)),
  r as (
    select key::integer - 1 as key, from_ts, to_ts
    from unnest(${intervals.map((one) => new Date(one.from))}::timestamptz[],
      ${intervals.map((one) => new Date(one.to))}::timestamptz[]) with ordinality l (from_ts, to_ts, key))`;

/** Quarters of a meter in an interval in which anything is known; what a sum tells of some of its meters is not whole. */
const quarters = sql`(
  select ts, pp is not null and qi is not null and (qo is not null or not m.leads)
    and flags & ${sql.lit(FLAG.partial)} = 0 as whole
  from usage_in(m.id, 1, greatest(r.from_ts, m.first_ts), least(r.to_ts, m.last_ts))
  where (pp is not null or qi is not null or qo is not null) offset 0) u`;

/**
 * The intervals that can hold a gap: a meter has quarters that are not whole, or of several meters one has fewer than
 * the interval. Counting costs a third of looking at each quarter, and most bills end here.
 */
async function tornIntervals(db: Db, query: Asked): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    with ${tables(query)}
    select r.key from r cross join m cross join lateral (
      select count(*) as known, count(*) filter (where u.whole) as whole from ${quarters}) n
    group by r.key
    having bool_or(n.known > n.whole) or count(*) > 1 and max(n.known) > 0 and bool_or(n.known < ceil(
      date_part('epoch', least(r.to_ts, m.last_ts) - greatest(r.from_ts, m.first_ts)) / ${QUARTER_MS / 1000}))
    order by 1`.execute(db);
  return rows.map(({ key }) => key);
}

interface Row {
  readonly key: number;
  readonly ts: Date;
  readonly whole: number[] | null;
}

/** Quarters of these intervals in which some meters are whole and others are not. */
async function tornQuarters(db: Db, query: Asked, keys: readonly number[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with ${tables(query)}
    select r.key, u.ts, array_agg(m.id) filter (where u.whole) as whole
    from r cross join m cross join lateral ${quarters}
    where r.key = any (${keys}::integer[])
    group by r.key, u.ts
    having count(*) filter (where u.whole) < (select count(*) from m c where c.first_ts <= u.ts and c.last_ts > u.ts)
    order by r.key, u.ts`.execute(db);
  return rows;
}
