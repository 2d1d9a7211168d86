import { sql } from 'kysely';
import { microToText } from '#domain/decimal/decimal.ts';
import { utcDate } from '#domain/time/date.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { rebuild, settle } from '#feature/meters/reading/server/public.ts';
import { type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { RecalculationResult } from '../contract.ts';

const CHUNK_MS = 31 * DAY_MS;

/**
 * Makes an interval again, newest month first. Each month is whole when it ends, so a stop leaves nothing half done,
 * and a process that died begins anew.
 */
const recalculate: TaskHandler = async (context): Promise<RecalculationResult> => {
  const { db, task } = context;
  const { meterId, from, to } = task.params as { meterId: number; from: number; to: number };
  const before = await sumOf(db, meterId, from, to);
  for (let end = to; end > from || end === to; end -= CHUNK_MS) {
    if (await context.stopped()) throw new TaskStopped();
    const start = Math.max(from, end - CHUNK_MS);
    await rebuild(db, meterId, start, end);
    const date = utcDate(start);
    await context.progress(to === from ? 1 : (to - start) / (to - from), {
      zh: `已重算至 ${date}`,
      en: `done back to ${date}`,
    });
  }
  const after = await sumOf(db, meterId, from, to);
  return { before: before.sum, after: after.sum, buckets: after.buckets };
};

async function sumOf(
  db: Db,
  meterId: number,
  from: number,
  to: number,
): Promise<{ sum: string | null; buckets: number }> {
  const { rows } = await sql<{ sum: string | null; buckets: number }>`
    select sum(pp)::text as sum, count(*)::integer as buckets
    from usage_in(${meterId}, 1, ${new Date(from)}, ${new Date(to)})`.execute(db);
  const sum = rows[0]?.sum ?? null;
  return { sum: sum === null ? null : microToText(BigInt(sum)), buckets: rows[0]?.buckets ?? 0 };
}

/**
 * Follows meters whose marks are already set until they are folded, helping along. Whoever stops it stops looking: the
 * marks stay and the fold goes on, since the figures must not be left on the old borders.
 */
const repair: TaskHandler = async (context) => {
  const { db, task } = context;
  const { meterIds } = task.params as { meterIds: readonly number[] };
  for (const [done, meterId] of meterIds.entries()) {
    if (await context.stopped()) throw new TaskStopped();
    await context.progress(done / meterIds.length, {
      zh: `${done} / ${meterIds.length} 块表计`,
      en: `${done} of ${meterIds.length} meters`,
    });
    await settle(db, meterId);
  }
  return { meters: meterIds.length };
};

export const taskHandlers: Readonly<Record<string, TaskHandler>> = { recalculation: recalculate, repair };
