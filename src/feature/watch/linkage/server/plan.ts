import { sql } from 'kysely';
import type { RunReason } from '#contract/linkage.ts';
import type { Db } from '#server/database/db.ts';
import { type Linkage, type PlannedRun, plannedRuns, type Raised } from '../domain/plan.ts';
import { insertRuns, type NewRun } from './insert.ts';
import { mirrorControls } from './mirror.ts';
import { runDue } from './due.ts';
import type { Ways } from './run.ts';

/** The linkages of enterprises that are switched on, and the groups that hear of alarms at once. */
export async function linkagesOf(trx: Db, consumers: readonly number[]): Promise<readonly Linkage[]> {
  const { rows } = await sql<Linkage>`
    select id, 'config' as source, linkage_name as name, linkage_name_en as "nameEn", consumer_id as "consumerId", site_id as "siteId",
      event_type as "eventType", event_id as "eventId", levels, linkage_type as "linkageType", delay,
      unconfirmed_only as "unconfirmedOnly", phones, emails, hook_url as "hookUrl",
      camera_item_id as "cameraItemId", control_item_id as "controlItemId", control_value as "controlValue",
      null::integer[] as "alarmIds"
    from linkage_config where enable = '1' and consumer_id = any (${consumers})
    union all
    select id, 'control', linkage_name, linkage_name_en, consumer_id, site_id, event_type, event_id, null, '4', delay,
      false, null, null, null, null, control_item_id, control_value, null
    from alarm_linkage_control where enable = '1' and consumer_id = any (${consumers})
    union all
    select id, 'group', group_name, group_name_en, consumer_id, site_id, '0', null, levels, '7', 0,
      false, null, null, null, null, null, null, alarm_ids
    from alert_group where enable = '1' and on_raise and consumer_id = any (${consumers})
    order by source, id`.execute(trx);
  return rows;
}

const runOf = ({ raised, linkage, recipient, dueAt }: PlannedRun): NewRun => ({
  source: linkage.source,
  linkageId: linkage.id,
  name: linkage.name,
  nameEn: linkage.nameEn,
  type: linkage.linkageType,
  recipient,
  recipientEn: recipient === linkage.name ? linkage.nameEn : null,
  dueAt,
  consumerId: raised.consumerId,
  siteId: raised.siteId,
  recordId: raised.recordId,
  count: raised.count,
  alarmName: raised.name,
  raisedAt: new Date(raised.raisedAt).toISOString(),
  content: {
    text: raised.text,
    level: raised.level,
    unconfirmedOnly: linkage.unconfirmedOnly,
    controlItemId: linkage.controlItemId,
    controlValue: linkage.controlValue,
  },
});

/**
 * Plans what raised alarms set in motion, in the transaction that wrote their records, and does at once what is due and
 * goes no further than the database (letters and messages to the outbox, also to the members of groups, work orders). The same raise told again plans
 * nothing. Alarms that nobody is to be woken for (late data, suppressed ones) are not given here.
 * @param now ms
 * @returns how many runs were planned
 */
export async function planRuns(
  trx: Db,
  ways: Ways,
  raised: readonly Raised[],
  now = Date.now(),
): Promise<number> {
  if (raised.length === 0) return 0;
  const consumers = [...new Set(raised.map(({ consumerId }) => consumerId))];
  const runs = plannedRuns(raised, await linkagesOf(trx, consumers), now);
  const ids = await insertRuns(trx, runs.map(runOf), now);
  if (ids.length === 0) return 0;
  await sql`insert into linkage_control_record (linkage_name, linkage_name_en, consumer_id, site_id, linkage_id, alarm_record_id,
      raise_count, alarm_name, alarm_name_en, raised_at, due_at, run_state, record_source,
      control_item_id, control_value)
    select linkage_name, linkage_name_en, consumer_id, site_id, linkage_id, alarm_record_id, raise_count, alarm_name,
      alarm_name_en, raised_at, due_at, run_state, record_source, (_content ->> 'controlItemId')::integer, coalesce(_content ->> 'controlValue', '')
    from linkage_record where id = any (${ids}) and linkage_type = '4' on conflict do nothing`.execute(trx);
  await runDue(trx, ways, now, ids);
  return ids.length;
}

/**
 * Skips what still waits of an alarm, in the transaction that cleared, withdrew or confirmed it. What is on its way
 * already is not taken back. `confirmed` skips only what acts while nobody confirmed, and messages that are held back.
 * @returns how many runs were skipped
 */
export async function skipRuns(
  trx: Db,
  recordIds: readonly number[],
  reason: Extract<RunReason, 'cleared' | 'withdrawn' | 'confirmed'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update linkage_record set run_state = 'skipped', run_reason = ${reason}, ended_at = now()
    where alarm_record_id = any (${recordIds}) and record_source = 'machine'
      and run_state = 'waiting' and tries = 0
      and (${reason} <> 'confirmed' or (_content ->> 'unconfirmedOnly')::boolean or run_reason in ('quiet', 'digest', 'shelved'))
    returning id`.execute(trx);
  await mirrorControls(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
