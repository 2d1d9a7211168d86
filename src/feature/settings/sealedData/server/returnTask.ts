import type pg from 'pg';
import { conflict } from '#contract/error.ts';
import { bringBack, type Line } from '#feature/meters/reading/server/public.ts';
import { type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import { readMonths, UNLIKE } from './exportFile.ts';
import { exportOf, filedOf, filesOf, keyOf, metersOf } from './exportStore.ts';
import { DROPPED, monthAfter, noteBack } from './removalTask.ts';

/**
 * Puts the readings of an export back from its files, a month of a meter in each transaction, only as they were. Who stops it may start it again for
 * the rest.
 */
export const readingReturn: TaskHandler = async (context): Promise<{ readonly months: number }> => {
  const { db, services, files } = context;
  const one = await exportOf(db, (context.task.params as { exportId: number }).exportId);
  const list = await filesOf(db, one.id);
  const meters = await metersOf(db, one.consumerId);
  let months = 0;
  for (const [done, file] of list.entries()) {
    const gone = new Map(
      (await filedOf(db, one.id, file.id)).filter((row) => row.gone).map((row) => [keyOf(row), row.digest]),
    );
    if (gone.size === 0) continue;
    if (!file.here) throw conflict(DROPPED);
    for await (const found of readMonths(files, file.sha256)) {
      if (await context.stopped()) throw new TaskStopped();
      await context.progress(done / list.length, {
        zh: `读取 ${file.fileName}`,
        en: `reading ${file.fileName}`,
      });
      const digest = gone.get(keyOf(found));
      if (digest === undefined || !meters.has(found.meterId)) continue;
      await bringBack(services.pool, found, digest, async (client) => {
        await client.query(LESS_FREED, [one.id, found.meterId, found.month]);
        await client.query(
          `update reading_export_month set gone_at = null where export_id = $1 and meter_id = $2 and month = $3::date`,
          [one.id, found.meterId, found.month],
        );
        return lineOf(client, found.meterId);
      });
      gone.delete(keyOf(found));
      months++;
    }
    if ([...gone.keys()].some((key) => meters.has(Number(key.split(' ')[0])))) throw conflict(UNLIKE);
  }
  await noteBack(db, one.id);
  return { months };
};

/** What a month takes again is no longer free: its part of what all that is gone of the export freed, by its rows. */
const LESS_FREED = `update reading_export e set freed_bytes = e.freed_bytes - round(e.freed_bytes * g.own / g.whole)
  from (select coalesce(sum(row_count) filter (where meter_id = $2 and month = $3::date), 0)::numeric as own, sum(row_count)::numeric as whole
    from reading_export_month where export_id = $1 and gone_at is not null) g
  where e.id = $1 and g.whole > 0`;

/**
 * Where a meter's removed readings end now: behind the latest of its months that were taken out and not brought back.
 * @returns instants in ms; null = none of its months is out
 */
async function lineOf(client: pg.PoolClient, meterId: number): Promise<Line | null> {
  const { rows } = await client.query<{ month: string | null }>(
    `select max(month)::text as month from reading_export_month where meter_id = $1 and gone_at is not null`,
    [meterId],
  );
  const month = rows[0]?.month ?? null;
  if (month === null) return null;
  const goneBefore = monthAfter(Date.parse(`${month}T00:00:00Z`));
  return { goneBefore, closedBefore: monthAfter(goneBefore) };
}
