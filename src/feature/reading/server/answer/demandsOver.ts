import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import { quartersOf, sourceOf, stretchRows } from './quarters.ts';
import type { SignedMeter } from './usageSum.ts';

/** A quarter of an hour with its demand, millionths of kW. */
export interface Demand {
  readonly ts: number;
  readonly demand: bigint;
}

/** What the quarters of a stretch tell that every meter of a sum has measured in full. */
export interface Demands {
  readonly known: number;
  /** Of them above the limit. */
  readonly over: number;
  /** The highest two, the earlier of equals first. */
  readonly highest: readonly Demand[];
}

const NONE: Demands = { known: 0, over: 0, highest: [] };

/**
 * The demand of the summed curve over several stretches that do not overlap, by one statement: a year is no longer list
 * than a day. @param limit millionths of kW, what `over` counts; null = nothing is over
 */
export async function demandsOver(
  db: Db,
  signed: readonly SignedMeter[],
  ranges: readonly Range[],
  limit: bigint | null,
): Promise<Demands[]> {
  const source = await sourceOf(db, signed);
  const found = ranges.map(() => NONE);
  if (!source || ranges.length === 0) return found;
  type Row = { key: number; known: number; over: number; values: string[]; times: number[] };
  // What is read at once by the key is quicker read twice than sorted whole.
  const once = source.kept || source.counted.length === 1 ? sql`not materialized` : sql`materialized`;
  const { rows } = await sql<Row>`
    select r.key, q.* from ${stretchRows(ranges)} cross join lateral (
      with u as ${once} (${quartersOf(source, 'md')})
      select k.*, h.* from (
        select count(*)::integer as known, ${limit === null ? sql`0` : sql`(count(*) filter (where value > ${String(limit)}::bigint))::integer`} as over
        from u) k
        cross join (
          select array_agg(value::text order by value desc, ts) as values,
            array_agg((date_part('epoch', ts) * 1000)::float8 order by value desc, ts) as times
          from (select * from u order by value desc, ts limit 2) two) h) q
    where q.known > 0`.execute(db);
  for (const { key, known, over, values, times } of rows)
    found[key] = {
      known,
      over,
      highest: values.map((value, i) => ({ ts: Math.round(times[i] ?? 0), demand: BigInt(value) })),
    };
  return found;
}
