import type pg from 'pg';
import type { Queryable } from '#server/database/queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { closedOf, holdMeter, type MonthRows, putMonth, setClosed } from '#series/public.ts';
import { wake } from './dirty.ts';
import { ensurePartitions, monthsOf } from './partition.ts';

/** Until when (ms) readings of a meter are in files alone, and until when its figures are final. */
export interface Line {
  readonly goneBefore: number;
  readonly closedBefore: number;
}

/**
 * Puts a month of a meter back that was taken out, in one transaction. Figures whose readings are all here again are no longer final: what
 * changed meanwhile of what they hang on counts, so that they are folded again.
 * @param also writes that it is here; answers what of the meter is still in files alone, null = nothing
 * @throws UnlikeFile where it does not come back as it was
 */
export async function bringBack(
  pool: pg.Pool,
  month: MonthRows,
  digest: string,
  also: (client: pg.PoolClient) => Promise<Line | null>,
): Promise<void> {
  const { meterId } = month;
  await ensurePartitions(pool, monthsOf([Date.parse(`${month.month}T00:00:00Z`)]));
  await inTransaction(pool, async (client) => {
    await holdMeter(client, meterId);
    await putMonth(client, month, digest);
    const line = await also(client);
    const [now] = await closedOf(client as Queryable, [meterId]);
    if (!now || (line !== null && line.closedBefore >= now.closedBefore)) return;
    await client.query(
      `insert into dirty (meter_id, from_ts, to_ts)
       select meter_id, greatest(first_ts, $2::timestamptz), least(closed_ts, last_ts) from meter_fold
       where meter_id = $1 and first_ts < closed_ts and ($2::timestamptz is null or last_ts >= $2)`,
      [meterId, line === null ? null : new Date(line.closedBefore)],
    );
    await setClosed(client as Queryable, meterId, line);
  });
  wake(pool);
}
