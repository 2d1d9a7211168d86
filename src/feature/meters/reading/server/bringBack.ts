import type pg from 'pg';
import type { Queryable } from '#server/database/queryable.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { holdMeter, type MonthRows, putMonth, setClosed } from '#series/public.ts';
import { wake } from './dirty.ts';
import { ensurePartitions, monthsOf } from './partition.ts';

/**
 * Puts a month of a meter back that was taken out, in one transaction. Where all of the meter is here again its figures are no longer final: what
 * changed meanwhile of what they hang on counts, so that they are folded again.
 * @param also writes that it is here; answers whether more of the meter is still in files alone
 * @throws UnlikeFile where it does not come back as it was
 */
export async function bringBack(
  pool: pg.Pool,
  month: MonthRows,
  digest: string,
  also: (client: pg.PoolClient) => Promise<boolean>,
): Promise<void> {
  const { meterId } = month;
  await ensurePartitions(pool, monthsOf([Date.parse(`${month.month}T00:00:00Z`)]));
  await inTransaction(pool, async (client) => {
    await holdMeter(client, meterId);
    await putMonth(client, month, digest);
    if (await also(client)) return;
    await client.query(
      `insert into dirty (meter_id, from_ts, to_ts)
       select meter_id, first_ts, least(closed_ts, last_ts) from meter_fold
       where meter_id = $1 and closed_ts is not null and first_ts < closed_ts`,
      [meterId],
    );
    await setClosed(client as Queryable, meterId, null);
  });
  wake(pool);
}
