import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { applyAll, lockedCommands } from './command.ts';

/** Who stopped what had given a command. */
export interface StoppedBy {
  readonly id: number | null;
  readonly name: string | null;
}

/**
 * Ends those of the commands that have not left, as whoever gave them was stopped: none of their bytes leaves any more.
 * What has left is read back to its end. @returns how many ended
 */
export async function takeBack(trx: Db, commandIds: readonly number[], by: StoppedBy): Promise<number> {
  const commands = [...(await lockedCommands(trx, commandIds)).values()];
  const waiting = commands.filter(({ state, sentAt }) => state === 'operating' && sentAt === null);
  if (waiting.length === 0) return 0;
  const { rows } = await sql<{ now: number }>`
    select round(extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(trx);
  const now = rows[0]?.now ?? Date.now();
  const moves = waiting.map((before) => ({
    before,
    event: { kind: 'refuse', reason: 'byPerson' } as const,
    now,
    notes: [{ kind: 'cancel', byId: by.id, byName: by.name } as const],
  }));
  return (await applyAll(trx, moves)).filter((one) => one !== null).length;
}
