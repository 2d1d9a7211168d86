import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from '../answer/usageSum.ts';
import { holdExtents } from '../extent.ts';
import { isKeepable, keyOfSum } from './keptSum.ts';

/** Meters with their signs that an enterprise's nodes stand for, and the zone that all of them have. */
export interface WantedSum {
  readonly zone: string;
  readonly signed: readonly SignedMeter[];
}

/**
 * Keeps these sums of an enterprise and no others. A new one is marked as a whole: until it is added up, answers ask its
 * meters. `db` must be a database opened for the system, not a transaction.
 */
export async function setSums(db: Db, consumerId: number, wanted: readonly WantedSum[]): Promise<void> {
  const sums = new Map(
    wanted
      .filter(({ signed }) => isKeepable(signed))
      .map((one): [string, WantedSum] => [keyOfSum(one.zone, one.signed), one]),
  );
  // Who found a sum a moment ago still reads it: it loses its name now and its rows later.
  await sql`update kept_sum set key = concat(${DROPPED}::text, id), created_at = now()
    where consumer_id = ${consumerId} and key <> all(${[...sums.keys()]}::text[]) and not starts_with(key, ${DROPPED})`.execute(
    db,
  );
  const { rows } = await sql<{ key: string }>`
    select key from kept_sum where consumer_id = ${consumerId}`.execute(db);
  const known = new Set(rows.map((row) => row.key));
  for (const [key, sum] of sums) if (!known.has(key)) await addSum(db, consumerId, key, sum);
}

/** In front of the key of a sum that nobody asks for any more. */
const DROPPED = 'dropped ';

/** Takes away the rows of sums that were dropped some time ago, and of enterprises that are no more. */
export async function clearSums(db: Db, afterSeconds = 60): Promise<void> {
  await sql`delete from kept_sum s
    where starts_with(s.key, ${DROPPED}) and s.created_at <= now() - make_interval(secs => ${afterSeconds})
      or not exists (select from consumer c where c.id = s.consumer_id)`.execute(db);
}

async function addSum(db: Db, consumerId: number, key: string, { zone, signed }: WantedSum): Promise<void> {
  const ids = signed.map((one) => one.meterId);
  await db.transaction().execute(async (trx) => {
    // A fold that does not know of the sum yet would mark nothing: it is waited for.
    await holdExtents(trx, ids);
    const { rows } = await sql<{ id: number }>`
      insert into kept_sum (consumer_id, key, zone) values (${consumerId}, ${key}, ${zone})
      on conflict (key) do nothing returning id`.execute(trx);
    const id = rows[0]?.id;
    if (id === undefined) return;
    await sql`insert into kept_sum_meter (sum_id, child_id, sign)
      select ${id}, * from unnest(${ids}::integer[], ${signed.map((one) => one.sign)}::smallint[])`.execute(
      trx,
    );
    await markWhole(trx, ids, id);
  });
}

/**
 * Marks all that the meters ever had in the sums above them, in the caller's transaction: where their buckets go
 * without a fold. @param only one sum of them
 */
export async function markWhole(trx: Db, meterIds: readonly number[], only?: number): Promise<void> {
  await sql`
    insert into kept_sum_dirty (sum_id, from_ts, to_ts)
    select s.sum_id, min(u.ts), max(u.ts) + interval '15 minutes'
    from kept_sum_meter s cross join lateral (
      select ts from usage_ends(s.child_id, 1) e (ts)
      union all select unnest(array[first_ts, last_ts]) from meter_fold where meter_id = s.child_id) u
    where s.child_id = any(${meterIds}::integer[]) and s.sum_id = coalesce(${only ?? null}::integer, s.sum_id)
    group by s.sum_id having min(u.ts) is not null`.execute(trx);
}
