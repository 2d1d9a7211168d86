import { sql } from 'kysely';
import type { BatchKind, BatchState, BatchTrigger, StatType } from '#contract/upload.ts';
import { STAT_TYPE, STAT_TYPES } from '#contract/upload.ts';
import type { Text } from '#contract/text.ts';
import { followTask } from '#feature/house/task/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { halfIn, inBoth } from '#contract/inBoth.ts';
import { periodName } from '../domain/period.ts';
import type { Platform } from './platform.ts';

/**
 * Of the figures of a span alone those that the platform has not acknowledged (`due`), that a batch has had before (`known`),
 * or of these those that wait or were not answered (`left`).
 */
export type Only = 'due' | 'known' | 'left';

/** What a batch is to carry. */
interface BatchParams {
  readonly itemIds?: readonly number[];
  /** Periods that begin in [from, to); ms. */
  readonly from?: number;
  readonly to?: number;
  /** Also what was refused. */
  readonly again?: boolean;
  readonly only?: Only;
  /** Rows of the archive: those of a resource that are named, or all. */
  readonly rows?: readonly { readonly resource: string; readonly ids: readonly number[] | null }[];
}

export interface NewBatch {
  readonly kind: BatchKind;
  readonly trigger: BatchTrigger;
  readonly statType: StatType | null;
  readonly params: BatchParams;
  readonly startedBy: string | null;
  /** The account in whose list of tasks it stands; without it in nobody's. */
  readonly employeeId?: number;
}

/** A batch as the machinery sees it. */
export interface Batch {
  readonly id: number;
  readonly key: string;
  readonly platformId: number;
  readonly consumerId: number;
  readonly kind: BatchKind;
  readonly state: BatchState;
  readonly params: BatchParams;
}

/** Files a batch; a worker takes it up within a second. */
export async function fileBatch(
  db: Db,
  platform: Platform,
  batch: NewBatch,
): Promise<{ id: number; key: string }> {
  const { from, to } = batch.params;
  const name = nameOf(platform, batch);
  const { rows } = await sql<{
    id: number;
    key: string;
  }>`insert into upload_record (record_name, record_name_en, consumer_id, platform_id,
      record_kind, stat_type, period_from, period_to, trigger_kind, record_state, total, acknowledged, refused, "unknown",
      held, skipped, created_at, started_by, _params)
    values (${name.zh}, ${name.en}, ${platform.consumerId}, ${platform.id}, ${batch.kind}, ${batch.statType},
      ${from === undefined ? null : new Date(from)}, ${to === undefined ? null : new Date(to)}, ${batch.trigger},
      'prepared', 0, 0, 0, 0, 0, 0, now(), ${await starterOf(db, batch)}, ${JSON.stringify(batch.params)})
    returning id, id::text as key`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the batch was not filed');
  if (batch.employeeId !== undefined)
    await listAsTask(db, platform, row.id, { name, employeeId: batch.employeeId });
  return row;
}

const STARTER_LENGTH = 60;

/** Who filed a batch, in both languages where the account has a second name. */
async function starterOf(db: Db, { startedBy, employeeId }: NewBatch): Promise<string | null> {
  if (startedBy === null || employeeId === undefined) return startedBy?.slice(0, STARTER_LENGTH) ?? null;
  const { rows } = await sql<{ en: string | null }>`
    select nullif(name_en, '') as en from org_employee where id = ${employeeId}`.execute(db);
  const en = rows[0]?.en ?? null;
  return en === null || en === startedBy
    ? startedBy.slice(0, STARTER_LENGTH)
    : inBoth({ zh: startedBy, en }, STARTER_LENGTH);
}

/** Who files a batch follows it in the list of their tasks, and may stop it there. */
async function listAsTask(
  db: Db,
  { id, consumerId }: Platform,
  recordId: number,
  { name, employeeId }: { readonly name: Text; readonly employeeId: number },
): Promise<void> {
  const { rows } = await sql<Text>`select platform_name as zh, coalesce(platform_name_en, platform_name) as en
    from platform_info where id = ${id}`.execute(db);
  const label = { zh: `上报 ${rows[0]?.zh}：${name.zh}`, en: `Report to ${rows[0]?.en}: ${name.en}` };
  const task = await followTask(db, { kind: 'upload', label, params: { recordId }, consumerId, employeeId });
  await sql`update upload_record set _task_id = ${task.id} where id = ${recordId}`.execute(db);
}

/** A person asked to stop it: where it stands, or in the list of their tasks. */
const ASKED_TO_STOP = sql`(_stop or exists (select from task t where t.id = _task_id and t.state = 'stopping'))`;

/** What a batch is called: what it carries and of when. */
function nameOf({ zone }: Platform, { kind, statType, params }: NewBatch): Text {
  if (kind === 'info') return { zh: '档案', en: 'Archive' };
  const what = statType === null ? { zh: '数据', en: 'Figures' } : STAT_TYPES[statType];
  const { from, to } = params;
  if (from === undefined || to === undefined) return what;
  const [first, last] = [from, to - 1].map((t) => periodName(zone, statType ?? STAT_TYPE.day, t));
  const when = `${first}${first === last ? '' : ` – ${last}`}`;
  return { zh: `${what.zh} ${when}`, en: `${what.en} ${when}` };
}

const COLUMNS = sql`id, id::text as key, platform_id as "platformId", consumer_id as "consumerId",
  record_kind as kind, record_state as state, _params as params`;

/** A batch that is not over and has something to do now: one that sends waits for its next attempt. */
const IS_DUE = sql`record_state in ('prepared', 'preflight', 'sending') and _due_at <= now()
  and (record_state <> 'sending' or record_kind = 'info' or ${ASKED_TO_STOP}
    or exists (select from upload_detail d where d.record_id = upload_record.id
      and d.figure_state in ('waiting', 'unknown', 'sending') and d._due_at <= now())
    or not exists (select from upload_detail d where d.record_id = upload_record.id
      and d.figure_state in ('waiting', 'unknown', 'sending') and d._due_at < 'infinity'))`;

/** The platforms that have such a batch. */
export async function busyPlatforms(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct platform_id as id from upload_record
    where ${IS_DUE} order by 1 limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** The batches of a platform that are not over and are due, the oldest first. */
export async function openBatches(db: Db, platformId: number): Promise<Batch[]> {
  const { rows } = await sql<Batch>`select ${COLUMNS} from upload_record
    where platform_id = ${platformId} and ${IS_DUE} order by id limit 20`.execute(db);
  return rows;
}

/** Whether a person asked a batch to stop. */
export async function isStopped(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{
    stop: boolean;
  }>`select ${ASKED_TO_STOP} as stop from upload_record where id = ${id}`.execute(db);
  return rows[0]?.stop ?? true;
}

/** Says how a batch ended, and why where that is worth a word. */
export async function endBatch(
  db: Db,
  id: number,
  state: BatchState,
  message: string | null = null,
): Promise<void> {
  await sql`update upload_record set record_state = ${state}, ended_at = now(),
      message = coalesce(${message?.slice(0, 255) ?? null}, message) where id = ${id}`.execute(db);
  await endTask(db, id);
}

const TASK_ENDS = { done: 'done', partial: 'done', stopped: 'stopped', blocked: 'failed' } as const;

/** Ends the task of a batch that is over as the batch ended, with how many figures were acknowledged. */
export async function endTask(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ state: keyof typeof TASK_ENDS; said: string | null; acknowledged: number; total: number; taskId: number }>`
    select record_state as state, message as said, acknowledged, total, _task_id as "taskId" from upload_record
    where id = ${id} and _task_id is not null and record_state in ('done', 'partial', 'stopped', 'blocked')`.execute(db); // prettier-ignore
  const batch = rows[0];
  if (!batch) return;
  const { state, said, acknowledged, total, taskId } = batch;
  const counted = { zh: `已确认 ${acknowledged} / ${total}`, en: `${acknowledged} of ${total} acknowledged` };
  const message =
    said === null ? counted : { zh: halfIn(said, 'zh') ?? counted.zh, en: halfIn(said, 'en') ?? counted.en };
  await sql`update task set state = ${TASK_ENDS[state]}, ended_at = now(), message = ${JSON.stringify(message)},
      result = ${JSON.stringify({ recordId: id, acknowledged, total })},
      progress = case when ${TASK_ENDS[state]} = 'done' then 1 else progress end
    where id = ${taskId} and ended_at is null`.execute(db);
}

/** Counts the figures of a batch into its row. @returns how many are not settled, and how many wait for the next slot */
export async function countBatch(db: Db, id: number): Promise<{ open: number; later: number }> {
  const { rows } = await sql<{ open: number; later: number }>`with n as (
      select count(*)::integer as total, count(*) filter (where figure_state = 'acknowledged')::integer as acknowledged,
        count(*) filter (where figure_state = 'refused')::integer as refused,
        count(*) filter (where figure_state = 'unknown')::integer as "unknown",
        count(*) filter (where figure_state = 'held')::integer as held,
        count(*) filter (where figure_state in ('waiting', 'unknown', 'sending'))::integer as open,
        count(*) filter (where figure_state in ('waiting', 'unknown') and _due_at = 'infinity')::integer as later
      from upload_detail where record_id = ${id} and figure_state <> 'superseded')
    update upload_record r set total = n.total, acknowledged = n.acknowledged, refused = n.refused,
      "unknown" = n."unknown", held = n.held
    from n where r.id = ${id} returning n.open, n.later`.execute(db);
  await sql`update task t set progress = least(0.9999, (r.acknowledged + r.refused + r.held)::real / greatest(1, r.total))
    from upload_record r where r.id = ${id} and t.id = r._task_id and t.ended_at is null`.execute(db);
  return rows[0] ?? { open: 0, later: 0 };
}
