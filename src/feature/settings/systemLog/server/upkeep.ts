import { sql } from 'kysely';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';

/** How long the record of accesses is kept, in days; the law asks for six months. The change log is kept for ever. */
const DAYS = 400;

/** Takes out accesses that are older than is kept. @returns how many */
export async function dropOldAccesses(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from access_record where at < now() - make_interval(days => ${DAYS})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Does so now and once a day. */
export function startLogUpkeep(db: Db, log: Log): { stop: () => void } {
  const run = (): void => {
    dropOldAccesses(db).catch((error: unknown) =>
      log.warn(`The record of accesses could not be shortened: ${String(error)}`),
    );
  };
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
