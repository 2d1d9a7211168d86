import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { hullOf } from '../../domain/hull.ts';
import { quartersOf, sourceOf, intervalRows } from './quarters.ts';
import type { SignedMeter } from './usageSum.ts';

/** Quarters of an hour of an interval that every meter that counts in a sum has measured in full. */
export interface Extremes {
  readonly n: number;
  /** Millionths, all of them together. */
  readonly energy: bigint;
  /** The one with the most and the one with the least energy, the first where several have it. */
  readonly max: { readonly energy: bigint; readonly ts: number };
  readonly min: { readonly energy: bigint; readonly ts: number };
}

interface Row {
  readonly key: number;
  readonly n: number;
  readonly sum: string;
  readonly max: string;
  readonly maxAt: Date;
  readonly min: string;
  readonly minAt: Date;
}

/**
 * The measured quarters of several intervals at once, of those that are over at `until`; null where there are none.
 * One statement, however long the intervals are: a year of a sum is no longer list than a day.
 */
export async function extremesOver(
  db: Db,
  signed: readonly SignedMeter[],
  ranges: readonly Range[],
  until: number,
): Promise<(Extremes | null)[]> {
  const source = await sourceOf(db, signed);
  const found = ranges.map((): Extremes | null => null);
  if (!source || ranges.length === 0) return found;
  const last = until - QUARTER_MS + 1;
  const over = ranges.map(({ from, to }) => ({ from, to: Math.max(from, Math.min(to, last)) }));
  const { rows } = await sql<Row>`
    select r.key, n, sum::text, max::text, min::text,
      times[array_position(list, max)] as "maxAt", times[array_position(list, min)] as "minAt"
    from ${intervalRows(over)} cross join lateral (
      select count(*)::integer as n, sum(value) as sum, max(value) as max, min(value) as min,
        array_agg(value order by ts) as list, array_agg(ts order by ts) as times
      from (${quartersOf(source, hullOf(over), 'pp')}) u offset 0) q
    where n > 0`.execute(db);
  for (const row of rows)
    found[row.key] = {
      n: row.n,
      energy: BigInt(row.sum),
      max: { energy: BigInt(row.max), ts: row.maxAt.getTime() },
      min: { energy: BigInt(row.min), ts: row.minAt.getTime() },
    };
  return found;
}
