import { sql } from 'kysely';
import type { CommandState, ControlReason } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import { type Command, type CommandEvent, hasEnded, step } from '#domain/control/command.ts';
import type { Db } from '#server/database/db.ts';
import type { StepKind } from '../contract.ts';
import type { Wiring } from '../domain/wiring.ts';

/** A command as it is kept. Instants in ms. */
export interface CommandRow extends Command {
  readonly id: number;
  readonly controlId: number;
  readonly consumerId: number;
  readonly source: 'person' | 'linkage' | 'shed';
  readonly target: number;
  readonly wiring: Wiring;
  readonly verifySeconds: number;
  readonly byId: number | null;
  readonly token: string | null;
  readonly key: string;
}

const ms = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`);

/** The columns of a command for `CommandRow`, of the table as `k`. */
export const COMMAND_COLUMNS = sql`k.id, k.control_id as "controlId", k.consumer_id as "consumerId", k.source, k.state,
  k.target::float8 as target, k.wiring, k.two_persons as "twoPersons", k.verify_seconds as "verifySeconds",
  k.by_id as "byId", k.token, k.key, ${ms('coalesce(k.approved_at, k.requested_at)')} as "requestedAt",
  ${ms('k.select_until')} as "selectUntil", ${ms('k.operate_until')} as "operateUntil", ${ms('k.sent_at')} as "sentAt",
  k.answered, k.reason`;

/** What is written of a step beside its kind. */
export interface StepNote {
  readonly kind: StepKind;
  /** ms; default now. */
  readonly at?: number;
  readonly byId?: number | null;
  readonly byName?: string | null;
  readonly ip?: string | null;
  readonly bytes?: string | null;
  readonly value?: number | null;
  readonly info?: {
    readonly state?: CommandState;
    readonly reason?: ControlReason | null;
    readonly detail?: Text | null;
  };
}

const noted = (note: StepNote) => ({
  at: note.at === undefined ? null : new Date(note.at).toISOString(),
  kind: note.kind,
  by_id: note.byId ?? null,
  by_name: note.byName ?? null,
  ip: note.ip ?? null,
  bytes: note.bytes ?? null,
  value: note.value ?? null,
  info: note.info ?? null,
});

const STEP_ROWS = sql`"at" timestamptz, kind text, by_id integer, by_name text, ip text, bytes text, value numeric, info jsonb`;

/** Appends steps to a command. */
export async function writeSteps(
  db: Db,
  { id, controlId, consumerId }: Pick<CommandRow, 'id' | 'controlId' | 'consumerId'>,
  notes: readonly StepNote[],
): Promise<void> {
  await sql`insert into control_step (command_id, control_id, consumer_id, at, kind, by_id, by_name, ip, bytes, value, info)
    select ${id}, ${controlId}, ${consumerId}, coalesce(s.at, clock_timestamp()), s.kind, s.by_id, s.by_name, s.ip, s.bytes,
      s.value, s.info
    from json_to_recordset(${JSON.stringify(notes.map(noted))}::json) s (${STEP_ROWS})`.execute(db);
}

/** What changes of a command beside where it stands. */
export interface Further {
  readonly approvedById?: number;
  readonly approvedByName?: string;
  readonly token?: string;
  readonly detail?: Text | null;
  readonly valueBefore?: number | null;
  readonly valueAfter?: number | null;
  /** Nothing of the output forbids it in the very moment: no tag was hung at it meanwhile. */
  readonly untagged?: true;
}

const at = (value: number | null) => (value === null ? null : new Date(value));

/**
 * Lets an event happen to a command, in one statement with its steps, and only where it still stands as it was read.
 * @param now ms @returns the command afterwards; null where the event does not fit, or it was changed meanwhile
 */
export async function apply(
  db: Db,
  before: CommandRow,
  event: CommandEvent,
  now: number,
  notes: readonly StepNote[],
  more: Further = {},
): Promise<CommandRow | null> {
  const next = step(before, event, now);
  if (!next) return null;
  const ended = hasEnded(next.state);
  const rows = ended
    ? [
        ...notes,
        {
          kind: 'end' as const,
          info: { state: next.state, reason: next.reason, detail: more.detail ?? null },
        },
      ]
    : notes;
  const { rows: changed } = await sql<{ id: number }>`
    with moved as (
      update control_command set state = ${next.state}, reason = ${next.reason}, answered = ${next.answered},
        select_until = ${at(next.selectUntil)}, operate_until = ${at(next.operateUntil)}, sent_at = coalesce(sent_at, ${at(next.sentAt)}),
        approved_at = case when ${event.kind} = 'approve' then ${new Date(now)} else approved_at end,
        approved_by_id = coalesce(${more.approvedById ?? null}, approved_by_id),
        approved_by_name = coalesce(${more.approvedByName ?? null}, approved_by_name),
        selected_at = case when ${event.kind} = 'select' then ${new Date(now)} else selected_at end,
        operated_at = case when ${event.kind} = 'operate' then ${new Date(now)} else operated_at end,
        ended_at = case when ${ended} then clock_timestamp() else ended_at end,
        token = coalesce(${more.token ?? null}::uuid, token),
        detail = coalesce(${more.detail ? JSON.stringify(more.detail) : null}::jsonb, detail),
        value_before = coalesce(${more.valueBefore ?? null}, value_before),
        value_after = coalesce(${more.valueAfter ?? null}, value_after)
      where id = ${before.id} and state = ${before.state} and (sent_at is null) = ${before.sentAt === null}
        and reason is not distinct from ${before.reason}
        and (${event.kind} <> 'send' or operate_until > clock_timestamp())
        and (${more.untagged !== true} or not exists (select from control_tag t
          where t.control_id = ${before.controlId} and t.removed_at is null))
      returning id),
    told as (insert into control_step (command_id, control_id, consumer_id, at, kind, by_id, by_name, ip, bytes, value, info)
      select moved.id, ${before.controlId}, ${before.consumerId}, coalesce(s.at, clock_timestamp()), s.kind, s.by_id,
        s.by_name, s.ip, s.bytes, s.value, s.info
      from moved, json_to_recordset(${JSON.stringify(rows.map(noted))}::json) s (${STEP_ROWS}))
    select id from moved`.execute(db);
  return changed[0] ? { ...before, ...next, token: more.token ?? before.token } : null;
}

/** A command by its id; undefined where there is none that the executor shows. `lock`: nobody changes it meanwhile. */
export async function commandRow(db: Db, id: number, lock = false): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`select ${COMMAND_COLUMNS} from control_command k where k.id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/**
 * Ends what ran out of time: selections, requests and commands that nobody sent, and (unknown) those whose sender is
 * gone, all by the clock of the database. @param controlId of one output alone @returns how many ended
 */
export async function endOverdue(db: Db, controlId?: number): Promise<number> {
  const { rows } = await sql<CommandRow & { gone: boolean; now: number }>`
    select ${COMMAND_COLUMNS}, ${ms('clock_timestamp()')} as now, coalesce(k.sent_at < clock_timestamp()
      - (k.verify_seconds + ${GONE_SECONDS}) * interval '1 second', false) as gone
    from control_command k
    where k.state in ('requested', 'approved', 'selected', 'operating', 'acknowledged')
      and (${controlId ?? null}::integer is null or k.control_id = ${controlId ?? null})`.execute(db);
  let ended = 0;
  for (const { gone, now, ...row } of rows) {
    const event = { kind: 'clock', gone } as const;
    if (step(row, event, now) && (await apply(db, row, event, now, []))) ended++;
  }
  return ended;
}

/** Beyond the time for reading back, a sender that has not told the end by then is gone. */
const GONE_SECONDS = 8;
