import { sql } from 'kysely';
import type { LinkageType, RunReason, RunState } from '#contract/linkage.ts';
import { Fault } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { sendMail, sendSms } from '#feature/house/outbox/server/public.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { Db } from '#server/database/db.ts';
import type { OutboxConfig } from '#server/outboxConfig.ts';
import { isQuiet } from '../domain/plan.ts';
import { mirrorControls } from './mirror.ts';
import { openWorkOrder } from './workOrder.ts';

/** What can be used: the ways out of the outbox that are set up, and the hosts that an administrator allowed. */
export interface Ways {
  readonly outbox: OutboxConfig;
  readonly collectorAllow: ReadonlySet<string>;
}

/** A run as it is done. */
export interface Run {
  readonly id: number;
  readonly consumerId: number;
  readonly siteId: number | null;
  readonly linkageType: LinkageType;
  readonly linkageName: string;
  readonly recipient: string;
  readonly recordId: number;
  readonly count: number;
  readonly alarmName: string;
  /** ISO 8601 */
  readonly raisedAt: string;
  readonly tries: number;
  readonly content: { readonly text: Text; readonly level: string };
}

/** How a run ended. */
export interface RunEnd {
  readonly state: RunState;
  readonly reason: RunReason;
  readonly detail?: string;
  readonly outboxId?: number;
}

type Held = Run & {
  readonly on: boolean;
  readonly quietBegin: number | null;
  readonly quietEnd: number | null;
  readonly zone: string | null;
};

const BATCH = 200;

/** The columns of a run. */
export const RUN_COLUMNS = sql`r.id, r.consumer_id as "consumerId", r.site_id as "siteId",
  r.linkage_type as "linkageType", r.linkage_name as "linkageName", r.recipient, r.alarm_record_id as "recordId",
  r.raise_count as "count", r.alarm_name as "alarmName", to_json(r.raised_at) #>> '{}' as "raisedAt", r.tries,
  r._content as content`;

/** Takes runs that are due and goes no further than the database; others that look meanwhile get other rows. */
async function takeDue(trx: Db, now: number, ids: readonly number[] | undefined): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select ${RUN_COLUMNS}, coalesce(c.enable, k.enable, '0') = '1' as "on",
      c.quiet_begin as "quietBegin", c.quiet_end as "quietEnd", s.time_zone as zone
    from linkage_record r
    left join linkage_config c on r._source = 'config' and c.id = r.linkage_id
    left join alarm_linkage_control k on r._source = 'control' and k.id = r.linkage_id
    left join monitor_site s on s.id = r.site_id
    where r.record_source = 'machine' and r.run_state = 'waiting' and r.tries = 0 and r.due_at <= ${new Date(now)}
      and (${ids === undefined} or r.id = any (${ids ?? []}))
    order by r.due_at, r.id limit ${ids?.length ?? BATCH} for update of r skip locked`.execute(trx);
  return rows;
}

/**
 * Does the runs that are due, in one transaction with what they file. Web hooks are only judged here (switched off,
 * quiet); they are sent by `sendHooks`.
 * @param now ms
 * @returns how many ended
 */
export async function runDue(
  trx: Db,
  ways: Ways,
  now: number,
  { ids, withoutHooks = false }: { ids?: readonly number[]; withoutHooks?: boolean } = {},
): Promise<number> {
  const ended: number[] = [];
  for (const run of await takeDue(trx, now, ids)) {
    if (withoutHooks && run.linkageType === '6') continue;
    const end = hindered(run, now) ?? (await done(trx, ways, run));
    if (end === null) continue;
    await keepEnd(trx, run.id, end);
    ended.push(run.id);
  }
  await mirrorControls(trx, ended);
  return ended.length;
}

/** Why nothing is to be done; quiet hours hold back messages to people alone, and no urgent ones. */
function hindered(run: Held, now: number): RunEnd | null {
  if (!run.on) return { state: 'skipped', reason: 'switchedOff' };
  if (!['1', '2'].includes(run.linkageType) || run.content.level === '1') return null;
  const zone = run.zone ?? HOME_ZONE;
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now),
  );
  return isQuiet(hour, run.quietBegin, run.quietEnd) ? { state: 'skipped', reason: 'quiet' } : null;
}

const SUBJECT: Text = { zh: '告警', en: 'Alarm' };
const NOT_YET: RunEnd = { state: 'unavailable', reason: 'notAvailableYet' };

/** A recipient that the outbox does not take ends this run alone, not the alarm. */
async function filed(filing: Promise<{ id: number }>): Promise<RunEnd> {
  try {
    return { state: 'done', reason: 'filed', outboxId: (await filing).id };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { state: 'failed', reason: 'refused', detail: error.text.zh };
  }
}

/** Does a run; null = it waits for what is done outside the transaction. */
async function done(trx: Db, { outbox }: Ways, run: Run): Promise<RunEnd | null> {
  const { consumerId, recipient, content, alarmName } = run;
  const message = { to: recipient, text: content.text, purpose: 'alarm', consumerId } as const;
  switch (run.linkageType) {
    case '1':
      if (!outbox.sms) return { state: 'unavailable', reason: 'smsNotConfigured' };
      return filed(sendSms(trx, message));
    case '2': {
      if (!outbox.mail) return { state: 'unavailable', reason: 'mailNotConfigured' };
      const subject = { zh: `${SUBJECT.zh}：${alarmName}`, en: `${SUBJECT.en}: ${alarmName}` };
      return filed(sendMail(trx, { ...message, subject }));
    }
    case '3':
    case '4':
      return NOT_YET;
    case '5': {
      const id = await openWorkOrder(trx, run);
      return { state: 'done', reason: 'ordered', detail: String(id) };
    }
    case '6':
      return null;
  }
}

/** Writes down how a run ended, once. */
export async function keepEnd(trx: Db, id: number, end: RunEnd): Promise<void> {
  await sql`update linkage_record set run_state = ${end.state}, run_reason = ${end.reason}, ended_at = now(),
      detail = ${end.detail?.slice(0, 255) ?? null}, _outbox_id = ${end.outboxId ?? null}
    where id = ${id} and run_state = 'waiting'`.execute(trx);
}
