import { sql } from 'kysely';
import { conflict, toConfirm } from '#contract/error.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';

/** A rule that would ring more often in a day asks before it is switched on (watch.md section 3). */
const ASKED_FROM_PER_DAY = 10;

/**
 * Asks before a rule is switched on whose last replay, run with the settings that it has now, rang more than ten times a
 * day. Run after its version was kept. @throws Fault 409, which goes away when confirmed
 */
export async function askOften(call: SlotCall, row: JsonRow, before: JsonRow | null): Promise<void> {
  if (!before || before['enable'] === true || row['enable'] !== true || call.confirmed) return;
  const { rows } = await sql<{ perDay: number }>`
    select r.raises_per_day as "perDay" from alarm_replay r,
      lateral (select settings from alarm_version where alarm_id = r.alarm_id order by version desc limit 1) v
    where r.alarm_id = ${row.id}
      and not exists (select from unnest(array['method', 'code', 'limit', 'deadBand', 'onDelay', 'offDelay', 'params', 'triggers',
        'expression', 'composition', 'parts']) k
        where coalesce(nullif(r.settings -> k, 'null'), '0') is distinct from coalesce(nullif(v.settings -> k, 'null'), '0'))
    order by r.ended_at desc limit 1`.execute(call.trx);
  const perDay = rows[0]?.perDay ?? 0;
  if (perDay <= ASKED_FROM_PER_DAY) return;
  const n = perDay.toFixed(1);
  const effect = {
    zh: `按最近一次回放，此规则每天会告警 ${n} 次，超过 ${ASKED_FROM_PER_DAY} 次。`,
    en: `By its last replay this rule would ring ${n} times a day, more than ${ASKED_FROM_PER_DAY}.`,
  };
  throw call.importId === undefined ? toConfirm([effect]) : conflict(effect, 'enable');
}
