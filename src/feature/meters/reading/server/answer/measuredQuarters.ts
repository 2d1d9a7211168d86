import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import { quartersOf, sourceOf, intervalRows } from './quarters.ts';
import type { SignedMeter } from './usageSum.ts';

/** A quarter of an hour by its start, ms, with its energy in millionths. */
export interface MeasuredQuarter {
  readonly ts: number;
  readonly energy: bigint;
}

/** The quarters of an interval that every meter that counts in a sum has measured in full, in the order of time. */
export async function measuredQuarters(
  db: Db,
  signed: readonly SignedMeter[],
  range: Range,
): Promise<MeasuredQuarter[]> {
  const source = await sourceOf(db, signed);
  if (!source || range.from >= range.to) return [];
  const { rows } = await sql<{ ts: string; energy: string }>`
    select (extract(epoch from q.ts) * 1000)::bigint::text as ts, q.value::text as energy
    from ${intervalRows([range])} cross join lateral (${quartersOf(source, range, 'pp')}) q
    order by q.ts`.execute(db);
  return rows.map(({ ts, energy }) => ({ ts: Number(ts), energy: BigInt(energy) }));
}
