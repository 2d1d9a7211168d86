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
  type Row = { key: number; known: number; over: number; first: string; firstAt: Date; second: string | null; secondAt: Date | null }; // prettier-ignore
  const { rows } = await sql<Row>`
    select r.key, q.* from ${stretchRows(ranges)} cross join lateral (
      select count(*)::integer as known, (count(*) filter (where value > ${String(limit ?? 0n)}::numeric))::integer as over,
        (array_agg(value order by value desc, ts))[1]::text as first, (array_agg(ts order by value desc, ts))[1] as "firstAt",
        (array_agg(value order by value desc, ts))[2]::text as second, (array_agg(ts order by value desc, ts))[2] as "secondAt"
      from (${quartersOf(source, 'md')}) u) q
    where q.known > 0`.execute(db);
  for (const { key, known, over, first, firstAt, second, secondAt } of rows)
    found[key] = {
      known,
      over: limit === null ? 0 : over,
      highest: [
        { ts: firstAt.getTime(), demand: BigInt(first) },
        ...(second !== null && secondAt ? [{ ts: secondAt.getTime(), demand: BigInt(second) }] : []),
      ],
    };
  return found;
}
