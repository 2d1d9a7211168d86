import type { Db } from '#server/database/db.ts';
import { poolOf } from '#server/database/db.ts';
import type { ClockStep } from '#server/ownClock.ts';

/**
 * Moves what was held with the time of a clock that was wrong to the time at which it came: by how much the clock was
 * off is known when it is set right under a running process.
 * @returns how many rows
 */
export async function retimeHeld(db: Db, { from, to, by }: ClockStep): Promise<number> {
  const { rowCount } = await poolOf(db).query(
    `update held_reading set received_at = received_at + $1::bigint * interval '1 ms',
       ts = case when ts = received_at or reason = 'ownClock' and ts between received_at - interval '1 hour' and received_at + interval '1 minute'
         then ts + $1::bigint * interval '1 ms' else ts end
     where received_at >= $2 and received_at <= $3`,
    [by, new Date(from), new Date(to)],
  );
  return rowCount ?? 0;
}
