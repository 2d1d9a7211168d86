import { sql } from 'kysely';
import { FLAG, flagNames } from '#contract/usageFlag.ts';
import { markAll, markWhole, settle } from '#feature/meters/reading/server/public.ts';
import { type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { CHANGE_REASONS, type ChangeReason } from '../contract.ts';
import { enterpriseChanges } from './enterprise.ts';

/** The rules by which figures are worked out now: what counts as a reading, and who belongs to a sum (decision 113). */
export const FIGURE_RULES = 2;

/** What a figure says of itself where the rules before may have judged otherwise. */
const ODD = FLAG.reset | FLAG.suspect | FLAG.rollover | FLAG.conflict | FLAG.corrected | FLAG.noise;
const MONTH = 4;

/**
 * Works out again what the rules before may have judged otherwise, and keeps which months are another figure now, and
 * why. What was is kept before anything is marked, so that a process that dies goes on where it was.
 */
export const figureRules: TaskHandler = async (context) => {
  const { db, task } = context;
  const consumerId = Number(task.consumerId);
  const meterIds = await db.transaction().execute(async (trx) => {
    const ids = await oddMeters(trx, consumerId);
    await keepMonths(trx, consumerId, ids);
    await markAll(trx, ids);
    await markWhole(trx, ids);
    return ids;
  });
  for (const [done, meterId] of meterIds.entries()) {
    if (await context.stopped()) throw new TaskStopped();
    await context.progress(done / meterIds.length, {
      zh: `${done} / ${meterIds.length} 块表计`,
      en: `${done} of ${meterIds.length} meters`,
    });
    await settle(db, meterId);
  }
  return db.transaction().execute(async (trx) => {
    const changes =
      (await tellChanges(trx, consumerId)) + (await enterpriseChanges(trx, consumerId, FIGURE_RULES));
    await sql`update figure_rule set version = ${FIGURE_RULES}, repaired_at = now()
      where consumer_id = ${consumerId}`.execute(trx);
    return { meters: meterIds.length, changes };
  });
};

/** Meters with a day that says something odd of itself or a value that was replaced, and all virtual ones. */
async function oddMeters(trx: Db, consumerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from ammeter a where a.consumer_id = ${consumerId} and (
      exists (select from usage u where u.meter_id = a.id and u.level = 3 and u.flags & ${ODD} <> 0)
      or exists (select from correction c where c.meter_id = a.id)
      or exists (select from ammeter_sum s where s.ammeter_id = a.id))
    order by exists (select from ammeter_sum s where s.ammeter_id = a.id), a.id`.execute(trx);
  return rows.map((row) => row.id);
}

async function keepMonths(trx: Db, consumerId: number, meterIds: readonly number[]): Promise<void> {
  await sql`insert into figure_change (consumer_id, version, ammeter_id, data_type, month, before_pp, before_md)
    select a.consumer_id, ${FIGURE_RULES}, a.id, a.data_type, u.ts, u.pp, u.md
    from ammeter a join usage u on u.meter_id = a.id and u.level = ${MONTH}
    where a.consumer_id = ${consumerId} and a.id = any(${meterIds}::integer[]) on conflict do nothing`.execute(
    trx,
  );
}

/** Says of the kept months what they are now, and drops those that are the same. */
async function tellChanges(trx: Db, consumerId: number): Promise<number> {
  await sql`insert into figure_change (consumer_id, version, ammeter_id, data_type, month)
    select distinct f.consumer_id, f.version, f.ammeter_id, f.data_type, u.ts
    from figure_change f join usage u on u.meter_id = f.ammeter_id and u.level = ${MONTH}
    where f.consumer_id = ${consumerId} and f.version = ${FIGURE_RULES} on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ id: number; flags: number; sum: boolean }>`
    update figure_change f set after_pp = u.pp, after_md = u.md
    from figure_change k left join usage u on u.meter_id = k.ammeter_id and u.level = ${MONTH} and u.ts = k.month
    where f.id = k.id and k.consumer_id = ${consumerId} and k.version = ${FIGURE_RULES} and k.ammeter_id is not null
    returning f.id, coalesce(u.flags, 0) as flags,
      exists (select from ammeter_sum s where s.ammeter_id = k.ammeter_id) as sum`.execute(trx);
  await sql`delete from figure_change where consumer_id = ${consumerId} and version = ${FIGURE_RULES}
    and ammeter_id is not null and before_pp is not distinct from after_pp
    and before_md is not distinct from after_md`.execute(trx);
  const why = rows.map(({ flags, sum }) => reasonsOf(flags, sum));
  const { numAffectedRows = 0n } = await sql`update figure_change f set why = string_to_array(v.why, ',')
    from unnest(${rows.map((row) => row.id)}::integer[], ${why.map((one) => one.join())}::text[]) v (id, why)
    where f.id = v.id`.execute(trx);
  return Number(numAffectedRows);
}

function reasonsOf(flags: number, sum: boolean): ChangeReason[] {
  const reported = flagNames(flags).filter(
    (name): name is ChangeReason & typeof name => name in CHANGE_REASONS,
  );
  return reported.length > 0 ? reported : [sum ? 'members' : 'reset'];
}
