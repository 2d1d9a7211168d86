import { conflict } from '#contract/error.ts';
import { bringBack } from '#feature/meters/reading/server/public.ts';
import { type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import { readMonths, UNLIKE } from './exportFile.ts';
import { exportOf, filedOf, filesOf, keyOf, metersOf } from './exportStore.ts';
import { DROPPED, noteBack } from './removalTask.ts';

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
        await client.query(
          `update reading_export_month set gone_at = null where export_id = $1 and meter_id = $2 and month = $3::date`,
          [one.id, found.meterId, found.month],
        );
        const { rows } = await client.query(
          `select from reading_export_month where meter_id = $1 and gone_at is not null limit 1`,
          [found.meterId],
        );
        return rows.length > 0;
      });
      gone.delete(keyOf(found));
      months++;
    }
    if ([...gone.keys()].some((key) => meters.has(Number(key.split(' ')[0])))) throw conflict(UNLIKE);
  }
  await noteBack(db, one.id);
  return { months };
};
