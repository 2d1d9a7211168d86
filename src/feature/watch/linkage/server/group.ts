import { sql } from 'kysely';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import { hindrance } from './hinder.ts';
import { insertRuns, type NewRun } from './insert.ts';
import { peopleOf } from './people.ts';
import type { Held, RunEnd, Ways } from './run.ts';

interface Group {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly on: boolean;
  readonly nextId: number | null;
  readonly nextName: string | null;
  readonly nextNameEn: string | null;
  /** Minutes after which the next group is told. */
  readonly minutes: number | null;
}

async function groupOf(trx: Db, id: number): Promise<Group | undefined> {
  const { rows } = await sql<Group>`
    select g.id, g.group_name as name, g.group_name_en as "nameEn", g.enable = '1' as "on", n.id as "nextId",
      n.group_name as "nextName", n.group_name_en as "nextNameEn", g.escalate_after as minutes
    from alert_group g left join alert_group n on n.id = g.next_group_id where g.id = ${id}`.execute(trx);
  return rows[0];
}

/** Why nobody is to be told any more; null = the alarm waits for somebody. */
async function overtaken(trx: Db, { recordId }: Held): Promise<RunEnd | null> {
  const { rows } = await sql<{ process: string; over: boolean }>`
    select process, cleared_at is not null as over from alarm_record where id = ${recordId}`.execute(trx);
  const [record] = rows;
  if (!record) return null;
  if (record.process !== '0') return { state: 'skipped', reason: 'confirmed' };
  return record.over ? { state: 'skipped', reason: 'cleared' } : null;
}

/** The addresses that were told of this raise already, or are just now, by way and address; a letter that waits has told nobody. @param now ms */
async function toldBefore(trx: Db, { recordId, count }: Held, now: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select linkage_type || ' ' || recipient as key from linkage_record
    where alarm_record_id = ${recordId} and raise_count = ${count} and record_source = 'machine'
      and linkage_type in ('1', '2')
      and (run_state = 'done' or run_state = 'waiting' and run_reason is null and due_at <= ${new Date(now)})`.execute(
    trx,
  );
  return new Set(rows.map(({ key }) => key));
}

/** When the letters of a group that is called now go out, ms: quiet hours or a flood hold them back. */
async function letterAt(trx: Db, run: Held, now: number): Promise<number> {
  const held = await hindrance(trx, now)({ ...run, linkageType: '2', on: true });
  return held && 'until' in held ? held.until : now;
}

/**
 * Tells a group of an alarm: a run a person and way for those on duty, each person once a raise whatever groups there are,
 * and a run for the next group, which is due when nobody confirms in time after the letters went out. Where nobody can be told
 * the next one is at once.
 * @returns how it ended, and the runs that were planned
 */
export async function callGroup(
  trx: Db,
  ways: Ways,
  run: Held,
  now: number,
): Promise<{ end: RunEnd; planned: readonly number[] }> {
  const group = await groupOf(trx, run.linkageId);
  if (!group) return { end: { state: 'skipped', reason: 'switchedOff' }, planned: [] };
  const over = run.content.unconfirmedOnly ? await overtaken(trx, run) : null;
  if (over) return { end: over, planned: [] };
  const { consumerId, siteId, recordId, count, alarmName, raisedAt } = run;
  const raise = { consumerId, siteId, recordId, count, alarmName, raisedAt };
  const people = group.on ? await peopleOf(trx, ways, run, now) : [];
  const before = await toldBefore(trx, run, now);
  const runs: NewRun[] = people
    .filter(({ way, address }) => !before.has(`${way} ${address}`))
    .map(({ way, address, language }) => ({
      ...raise,
      source: 'member',
      linkageId: group.id,
      name: group.name,
      nameEn: group.nameEn,
      type: way,
      recipient: address,
      recipientEn: null,
      dueAt: now,
      content: { ...run.content, unconfirmedOnly: false, language },
    }));
  if (group.nextId !== null && group.nextName !== null) {
    const from = runs.length > 0 ? await letterAt(trx, run, now) : now;
    runs.push({
      ...raise,
      source: 'group',
      linkageId: group.nextId,
      name: group.nextName,
      nameEn: group.nextNameEn,
      type: '7',
      recipient: group.nextName,
      recipientEn: group.nextNameEn,
      dueAt: people.length > 0 ? from + (group.minutes ?? 0) * MINUTE_MS : now,
      content: { ...run.content, unconfirmedOnly: true },
    });
  }
  const planned = await insertRuns(trx, runs, now);
  if (!group.on) return { end: { state: 'skipped', reason: 'switchedOff' }, planned };
  const end: RunEnd =
    people.length > 0
      ? { state: 'done', reason: 'told', detail: String(new Set(people.map(({ id }) => id)).size) }
      : { state: 'failed', reason: 'nobody' };
  return { end, planned };
}
