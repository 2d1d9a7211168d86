import { sql } from 'kysely';
import type pg from 'pg';
import { conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { groupedBy } from '#domain/group.ts';
import { type Stays, takeAway } from '#feature/meters/reading/server/public.ts';
import { type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import { monthsBefore, tidyMonths } from '#series/public.ts';
import type { RemovalResult } from '../contract.ts';
import {
  type Export,
  exportOf,
  type FiledRow,
  filedOf,
  filesOf,
  goneOf,
  keyOf,
  metersOf,
} from './exportStore.ts';
import { compareFile } from './exportTask.ts';

/** Why readings of a meter stay. */
const STAYS: Readonly<Record<Stays, Text>> = {
  changed: { zh: '转存后又有数据到达或变动，请重新转存', en: 'something came or changed since the export: export again' },
  waiting: { zh: '有数据等待计算，请稍后再试', en: 'values wait to be folded: try again later' },
  figures: { zh: '移出后此后的用量会变化，请先重新计算该表计', en: 'later figures would change without them: recalculate the meter first' },
  odd: { zh: '有读数无法写入文件', en: 'a reading cannot be written to a file' },
}; // prettier-ignore
const MOST_TOLD = 100;

/**
 * Takes the readings of an export out, a meter in each transaction, after each file was read again. Who stops it leaves each meter whole or
 * taken out; it may be started again for the others.
 */
export const readingRemoval: TaskHandler = async (context): Promise<RemovalResult> => {
  const { db, services } = context;
  const { exportId, by } = context.task.params as { exportId: number; by: string };
  const one = await exportOf(db, exportId);
  if (one.state === 'writing') throw conflict(UNWRITTEN);
  const filed = await filedOf(db, one.id);
  const left = groupedBy(
    filed.filter(({ gone }) => !gone),
    ({ meterId }) => meterId,
  );
  await checkFiles(context, one);
  const meters = await metersOf(db, one.consumerId);
  const stays: { ammeterId: number; name: string; why: string }[] = [];
  let [done, taken, freedBytes] = [0, 0, 0];
  const tidy = (): Promise<void> =>
    taken === 0
      ? Promise.resolve()
      : tidyMonths(services.pool, [...new Set(filed.map(({ month }) => month))]);
  for (const [meterId, months] of left) {
    if (await context.stopped()) {
      await tidy();
      throw new TaskStopped();
    }
    await context.progress(0.3 + (0.7 * done++) / left.size, { zh: `${done} / ${left.size} 块表计`, en: `${done} of ${left.size} meters` }); // prettier-ignore
    const { name } = meters.get(meterId) ?? { name: null };
    // A meter that is gone, or another's now, has nothing to be taken out.
    if (name === null) continue;
    const became = await takeOne(services.pool, one, meterId, months, by);
    if ('bytes' in became) {
      taken++;
      freedBytes += became.bytes;
    } else if (stays.length < MOST_TOLD)
      stays.push({ ammeterId: meterId, name, why: `${STAYS[became.stays].zh} / ${STAYS[became.stays].en}` });
  }
  await tidy();
  return { meters: taken, freedBytes, stays };
};

async function takeOne(
  pool: pg.Pool,
  one: Export,
  meterId: number,
  months: readonly FiledRow[],
  by: string,
): Promise<Awaited<ReturnType<typeof takeAway>>> {
  const filed = new Set(months.map(keyOf));
  const unfiled = async (client: pg.PoolClient): Promise<boolean> => {
    const { rows } = await client.query<{ key: string }>(
      `select meter_id || ' ' || month as key from reading_export_month where meter_id = $1 and gone_at is not null`,
      [meterId],
    );
    const gone = new Set(rows.map(({ key }) => key));
    return (await monthsBefore(client, [meterId], one.before)).some(
      (month) => !filed.has(keyOf(month)) && !gone.has(keyOf(month)),
    );
  };
  const goneBefore = Date.parse(`${one.before}T00:00:00Z`);
  return takeAway(
    pool,
    { meterId, months, unfiled, goneBefore, closedBefore: monthAfter(goneBefore) },
    async (client, bytes) => {
      await client.query(
        `update reading_export_month set gone_at = now() where export_id = $1 and meter_id = $2 and gone_at is null`,
        [one.id, meterId],
      );
      await client.query(
        `update reading_export set state = 'removed', removed_by = $2, removed_at = now(), freed_bytes = freed_bytes + $3 where id = $1`,
        [one.id, by, Math.round(bytes)],
      );
    },
  );
}

/** Where the month behind one begins, ms: its readings stay, so that what follows is folded as before. */
export const monthAfter = (ms: number): number => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

/** Reads all files again, of which any reading is here. @throws Fault 409, 404 where a copy is gone or damaged */
async function checkFiles(context: Parameters<TaskHandler>[0], { id }: Export): Promise<void> {
  const files = await filesOf(context.db, id);
  for (const [done, file] of files.entries()) {
    if (await context.stopped()) throw new TaskStopped();
    await context.progress((0.3 * done) / files.length, { zh: `核对 ${file.fileName}`, en: `checking ${file.fileName}` }); // prettier-ignore
    const months = await filedOf(context.db, id, file.id);
    if (months.every(({ gone }) => gone)) continue;
    if (!file.here) throw conflict(DROPPED);
    await compareFile(context, file.sha256, months);
  }
}

/** Says that nothing of an export is in files alone any more, where that is so. */
export const noteBack = (db: Parameters<typeof goneOf>[0], id: number): Promise<unknown> =>
  sql`update reading_export set state = 'back' where id = ${id} and state = 'removed'
    and not exists (select from reading_export_month m where m.export_id = ${id} and m.gone_at is not null)`.execute(
    db,
  );

const UNWRITTEN: Text = { zh: '文件尚未写完', en: 'The files are not written yet' };
export const DROPPED: Text = {
  zh: '系统中的文件副本已删除，请先上传文件',
  en: 'The copies of the files here were deleted: upload the files first',
};
