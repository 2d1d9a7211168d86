import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import { visibleMeters } from './visible.ts';

/** A stretch in which some of the active and reactive energies of meters are known and others are not. */
export interface ReactiveGap extends Range {
  /** The meters that lack one. */
  readonly meterIds: readonly number[];
}

interface Row {
  readonly key: number;
  readonly ts: Date;
  readonly whole: number[] | null;
}

/**
 * Where a power factor of meters together would mix different spans: quarters of an hour of each stretch in which not
 * all of their active and reactive energies are known, and not all of them unknown, of the meters that count; leading energy counts of meters that have ever sent it.
 */
export async function reactiveGaps(
  db: Db,
  meterIds: readonly number[],
  stretches: readonly Range[],
  leading: boolean,
): Promise<ReactiveGap[][]> {
  const found = stretches.map((): ReactiveGap[] => []);
  const heard = (await visibleMeters(db, meterIds)).flatMap(({ id, counting: { from, to } }) =>
    from === null ? [] : [{ id, from: Math.ceil(from / QUARTER_MS) * QUARTER_MS, to }],
  );
  if (heard.length === 0) return found;
  const { rows } = await sql<Row>`
    with m as (
      select id, first_ts, coalesce(last_ts, 'infinity') as last_ts, ${leading}::boolean and exists (
        select from usage u where u.meter_id = id and u.level = 5 and u.qo is not null) as leads
      from unnest(${heard.map((one) => one.id)}::integer[], ${heard.map((one) => new Date(one.from))}::timestamptz[],
        ${heard.map((one) => (Number.isFinite(one.to) ? new Date(one.to) : null))}::timestamptz[]) l (id, first_ts, last_ts))
    select r.key::integer - 1 as key, u.ts,
      array_agg(m.id) filter (where u.pp is not null and u.qi is not null and (u.qo is not null or not m.leads)) as whole
    from unnest(${stretches.map((one) => new Date(one.from))}::timestamptz[],
        ${stretches.map((one) => new Date(one.to))}::timestamptz[]) with ordinality r (from_ts, to_ts, key)
      cross join m cross join lateral (
        select ts, pp, qi, qo from usage
        where meter_id = m.id and level = 1 and ts >= greatest(r.from_ts, m.first_ts) and ts < r.to_ts
          and (pp is not null or qi is not null or qo is not null) offset 0) u
    group by r.key, u.ts
    having count(*) filter (where u.pp is not null and u.qi is not null and (u.qo is not null or not m.leads))
      < (select count(*) from m c where c.first_ts <= u.ts and c.last_ts > u.ts)
    order by r.key, u.ts`.execute(db);
  for (const { key, ts, whole } of rows) {
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
