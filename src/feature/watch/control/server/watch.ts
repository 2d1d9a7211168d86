import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { Log } from '#server/database/log.ts';
import { endOverdue } from './command.ts';

const LOOK_MS = 1000;

/** Power is compared so long before, and after, a load was switched, s. */
const POWER_AFTER_S = 60;

/**
 * Ends commands that ran out of time, or whose sender is gone: as unknown, never again. Looks every second; any number of
 * processes may.
 */
export function startControlWatch(db: Db, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await endOverdue(db);
        await verifyPower(db);
      } catch (error) {
        log.warn(`The watch of commands: ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await looking;
    },
  };
}

/**
 * The power that a meter tells before and a minute after its load was switched: what was shed against what was promised.
 * Without readings it stays unknown, and is not asked for again after five minutes. @returns how many were verified
 */
async function verifyPower(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with due as (
      select k.id, k.control_id, k.consumer_id, b.power as before, a.power as after
      from control_command k join i_remote_control r on r.id = k.control_id
      cross join lateral (select avg(d.pz) as power from reading d where d.meter_id = r.ammeter_id and d.source = 0
        and d.pz is not null and d.ts <= k.sent_at and d.ts > k.sent_at - interval '5 minutes') b
      cross join lateral (select d.pz as power from reading d where d.meter_id = r.ammeter_id and d.source = 0
        and d.pz is not null and d.ts >= k.sent_at + ${POWER_AFTER_S} * interval '1 second'
        and d.ts < k.sent_at + interval '5 minutes' order by d.ts limit 1) a
      where k.kw_after is null and k.sent_at is not null and k.ended_at is not null
        -- What was refused, or did not leave after all, changed nothing.
        and k.state not in ('refused', 'expired', 'cancelled')
        and k.sent_at < clock_timestamp() - ${POWER_AFTER_S} * interval '1 second'
        and k.sent_at > clock_timestamp() - interval '6 minutes' and b.power is not null and a.power is not null),
    kept as (update control_command k set kw_before = round(due.before::numeric, 2), kw_after = round(due.after::numeric, 2)
      from due where k.id = due.id and k.kw_after is null returning k.id)
    insert into control_step (command_id, control_id, consumer_id, kind, value, info)
    select due.id, due.control_id, due.consumer_id, 'power', round((due.before - due.after)::numeric, 2), '{}'
    from due join kept on kept.id = due.id returning command_id as id`.execute(db);
  return rows.length;
}
