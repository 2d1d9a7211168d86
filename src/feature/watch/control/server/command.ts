import { sql } from 'kysely';
import { type CommandState, type ControlReason, OPERATE_MS } from '#contract/control.ts';
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

/** The steps of commands as rows of `json_to_recordset`. */
export const STEP_ROWS = sql`n integer, command integer, "at" timestamptz, kind text, by_id integer, by_name text, ip text,
  bytes text, value numeric, info jsonb`;

/** Steps as text for `STEP_ROWS`. @param command what they belong to: its number, or its place among new ones */
export const stepRows = (
  all: readonly { readonly command: number; readonly notes: readonly StepNote[] }[],
): string =>
  JSON.stringify(
    all
      .flatMap(({ command, notes }) => notes.map((note) => ({ command, ...noted(note) })))
      .map((row, n) => ({ n, ...row })),
  );

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

/** Not too late, and not before it was operated: a clock that was set back gives no more time. */
export const inTime = sql`k.operate_until > clock_timestamp()
  and k.operate_until < clock_timestamp() + ${OPERATE_MS + 1000} * interval '1 millisecond'`;

/** Something that happens to a command. */
export interface Move {
  readonly before: CommandRow;
  readonly event: CommandEvent;
  /** ms: by the clock of the database. */
  readonly now: number;
  readonly notes: readonly StepNote[];
  readonly more?: Further;
}

const at = (value: number | null) => (value === null ? null : new Date(value).toISOString());

/** A move as a row of `MOVE_ROWS`. */
const movedRow = ({ before, event, now, more = {} }: Move, next: Command) => ({
  id: before.id,
  control: before.controlId,
  was: before.state,
  was_sent: before.sentAt !== null,
  was_reason: before.reason,
  kind: event.kind,
  state: next.state,
  reason: next.reason,
  answered: next.answered,
  select_until: at(next.selectUntil),
  operate_until: at(next.operateUntil),
  sent_at: at(next.sentAt),
  now: at(now),
  ended: hasEnded(next.state),
  approved_by_id: more.approvedById ?? null,
  approved_by_name: more.approvedByName ?? null,
  token: more.token ?? null,
  detail: more.detail ?? null,
  value_before: more.valueBefore ?? null,
  value_after: more.valueAfter ?? null,
  untagged: more.untagged === true,
});

const MOVE_ROWS = sql`id integer, control integer, was text, was_sent boolean, was_reason text, kind text, state text,
  reason text, answered boolean, select_until timestamptz, operate_until timestamptz, sent_at timestamptz, now timestamptz,
  ended boolean, approved_by_id integer, approved_by_name text, token uuid, detail jsonb, value_before numeric,
  value_after numeric, untagged boolean`;

/** The steps of a move: an end tells how it came to be. */
const notesOf = ({ notes, more }: Move, next: Command): readonly StepNote[] =>
  hasEnded(next.state)
    ? [
        ...notes,
        { kind: 'end', info: { state: next.state, reason: next.reason, detail: more?.detail ?? null } },
      ]
    : notes;

/**
 * Lets events happen to commands, in one statement with their steps, and only where each still stands as it was read.
 * @param moves of different commands
 * @returns each command afterwards; null where the event does not fit, or the command was changed meanwhile
 */
export async function applyAll(db: Db, moves: readonly Move[]): Promise<(CommandRow | null)[]> {
  const nexts = moves.map(({ before, event, now }) => step(before, event, now));
  const fitting = moves.flatMap((move, i) => {
    const next = nexts[i];
    return next ? [{ move, next }] : [];
  });
  if (fitting.length === 0) return nexts.map(() => null);
  const rows = fitting.map(({ move, next }) => movedRow(move, next));
  const steps = stepRows(
    fitting.map(({ move, next }) => ({ command: move.before.id, notes: notesOf(move, next) })),
  );
  const { rows: changed } = await sql<{ id: number }>`
    with moved as (
      update control_command k set state = m.state, reason = m.reason, answered = m.answered,
        select_until = m.select_until, operate_until = m.operate_until, sent_at = coalesce(k.sent_at, m.sent_at),
        approved_at = case when m.kind = 'approve' then m.now else k.approved_at end,
        approved_by_id = coalesce(m.approved_by_id, k.approved_by_id),
        approved_by_name = coalesce(m.approved_by_name, k.approved_by_name),
        selected_at = case when m.kind = 'select' then m.now else k.selected_at end,
        operated_at = case when m.kind = 'operate' then m.now else k.operated_at end,
        ended_at = case when m.ended then clock_timestamp() else k.ended_at end,
        token = coalesce(m.token, k.token), detail = coalesce(m.detail, k.detail),
        value_before = coalesce(m.value_before, k.value_before), value_after = coalesce(m.value_after, k.value_after)
      from json_to_recordset(${JSON.stringify(rows)}::json) m (${MOVE_ROWS})
      where k.id = any (${rows.map(({ id }) => id)}::integer[]) and k.id = m.id and k.state = m.was
        and (k.sent_at is not null) = m.was_sent and k.reason is not distinct from m.was_reason
        and (m.kind <> 'send' or ${inTime})
        and (not m.untagged or not exists (select from control_tag t
          where t.control_id = m.control and t.removed_at is null))
      returning k.id, k.control_id, k.consumer_id),
    told as (insert into control_step (command_id, control_id, consumer_id, at, kind, by_id, by_name, ip, bytes, value, info)
      select moved.id, moved.control_id, moved.consumer_id, coalesce(s.at, clock_timestamp()), s.kind, s.by_id, s.by_name,
        s.ip, s.bytes, s.value, s.info
      from moved join json_to_recordset(${steps}::json) s (${STEP_ROWS}) on s.command = moved.id order by s.n)
    select id from moved`.execute(db);
  const done = new Set(changed.map(({ id }) => id));
  return moves.map(({ before, more }, i) => {
    const next = nexts[i];
    return next && done.has(before.id) ? { ...before, ...next, token: more?.token ?? before.token } : null;
  });
}

/** Lets an event happen to one command, as `applyAll` does. @param now ms */
export async function apply(
  db: Db,
  before: CommandRow,
  event: CommandEvent,
  now: number,
  notes: readonly StepNote[],
  more: Further = {},
): Promise<CommandRow | null> {
  const [next] = await applyAll(db, [{ before, event, now, notes, more }]);
  return next ?? null;
}

/** Commands by their ids, by number; nobody changes them until the transaction ends. */
export async function lockedCommands(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CommandRow>> {
  const { rows } = await sql<CommandRow>`select ${COMMAND_COLUMNS} from control_command k
    where k.id = any (${ids}::integer[]) order by k.id for update`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Ends what ran out of time: selections, requests and commands that nobody sent, and (unknown) those whose sender is
 * gone, all by the clock of the database. @param controlIds of some outputs alone @returns how many ended
 */
export async function endOverdue(db: Db, controlIds: readonly number[] | null = null): Promise<number> {
  const { rows } = await sql<CommandRow & { gone: boolean; now: number }>`
    select ${COMMAND_COLUMNS}, ${ms('clock_timestamp()')} as now,
      coalesce(abs(extract(epoch from clock_timestamp() - k.sent_at)) > k.verify_seconds + ${GONE_SECONDS}, false) as gone
    from control_command k
    where k.state in ('requested', 'approved', 'selected', 'operating', 'acknowledged')
      and ${controlIds === null ? sql`true` : sql`k.control_id = any (${controlIds}::integer[])`}`.execute(
    db,
  );
  const moves = rows.map(({ gone, now, ...before }): Move => ({
    before,
    event: { kind: 'clock', gone },
    now,
    notes: [],
  }));
  return (await applyAll(db, moves)).filter((one) => one !== null).length;
}

/** Beyond the time for reading back, a sender that has not told the end by then is gone; also by a clock that was set back since it sent. */
const GONE_SECONDS = 8;
