import { sql } from 'kysely';
import type { ControlReason } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import {
  COMMAND_COLUMNS,
  type CommandRow,
  endOverdue,
  STEP_ROWS,
  type StepNote,
  stepRows,
} from './command.ts';
import { type Standing, standingsOf } from './standing.ts';

/**
 * Nobody else gives a command to these outputs until the transaction ends, nor to those that must be idle for them; they as
 * they stand then, by number.
 */
export async function heldAll(trx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Standing>> {
  await holdOutputs(trx, ids);
  await endOverdue(trx, ids);
  const standings = await standingsOf(trx, { ids });
  return new Map(standings.map((one) => [one.row.controlId, one]));
}

/**
 * The first half of it. Who gives commands to several outputs one after the other holds them all before: in one order, so
 * that no two who hold several wait for each other.
 */
export async function holdOutputs(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select from i_remote_control where id = any (${ids}::integer[] || array(
      select l.other_control_id from control_interlock l
      where l.kind = '2' and l.state = '1' and l.other_control_id is not null and l.control_id = any (${ids}::integer[])))
    order by id for no key update`.execute(trx);
}

/** What makes a command the same, however often it is sent. */
export interface Key {
  readonly consumerId: number;
  /** Those of people, of alarms and of shedding are apart: nobody takes the key of another. */
  readonly source: CommandRow['source'];
  readonly key: string;
}

/** The text of a key, for maps. */
export const keyText = ({ consumerId, source, key }: Key): string => `${consumerId} ${source} ${key}`;

/** The commands that were given under keys, by `keyText`. */
export async function byKeys(trx: Db, keys: readonly Key[]): Promise<ReadonlyMap<string, CommandRow>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<CommandRow>`select ${COMMAND_COLUMNS} from control_command k
    where (k.consumer_id, k.source, k.key) in (select s."consumerId", s.source, s.key
      from json_to_recordset(${JSON.stringify(keys)}::json) s ("consumerId" integer, source text, key text))`.execute(
    trx,
  );
  return new Map(rows.map((row) => [keyText(row), row]));
}

/** A new command as it stands, with its first steps. Instants in ms. */
export interface Draft extends Pick<
  CommandRow,
  'source' | 'state' | 'selectUntil' | 'operateUntil' | 'reason' | 'key' | 'target' | 'token'
> {
  readonly standing: Standing;
  readonly remark: string | null;
  readonly by: { readonly id: number | null; readonly name: string };
  readonly linkageRunId: number | null;
  /** Who else agreed, where that was asked before it was given. */
  readonly approvedBy?: { readonly id: number; readonly name: string } | null;
  readonly detail: Text | null;
  readonly notes: readonly StepNote[];
}

/** A draft of what is refused at once, and kept with the reason. */
export const refusedDraft = (
  from: Pick<Draft, 'source' | 'key' | 'target' | 'standing' | 'remark' | 'by' | 'linkageRunId'>,
  { reason, detail }: { readonly reason: ControlReason; readonly detail: Text | null },
  request: StepNote,
): Draft => ({
  ...from,
  state: 'refused',
  selectUntil: null,
  operateUntil: null,
  token: null,
  reason,
  detail,
  notes: [request, { kind: 'end', info: { state: 'refused', reason, detail } }],
});

const at = (value: number | null) => (value === null ? null : new Date(value).toISOString());

/** A draft as a row of `DRAFT_ROWS`. */
function drafted({ standing: { row }, ...draft }: Draft) {
  const now = at(row.now);
  const operated = draft.state === 'operating';
  return {
    consumer: row.consumerId,
    control: row.controlId,
    key: draft.key,
    source: draft.source,
    state: draft.state,
    target: draft.target,
    wiring: row.wiring,
    two_persons: row.twoPersons,
    verify_seconds: row.verifySeconds,
    remark: draft.remark,
    by_id: draft.by.id,
    by_name: draft.by.name,
    token: draft.token,
    approved_by_id: draft.approvedBy?.id ?? null,
    approved_by_name: draft.approvedBy?.name ?? null,
    approved_at: draft.approvedBy ? now : null,
    requested_at: now,
    selected_at: operated || draft.state === 'selected' ? now : null,
    select_until: at(draft.selectUntil),
    operated_at: operated ? now : null,
    operate_until: at(draft.operateUntil),
    ended_at: draft.state === 'refused' ? now : null,
    reason: draft.reason,
    detail: draft.detail,
    value_before: row.known ? row.value : null,
    kw_promised: row.shedPower,
    linkage_run: draft.linkageRunId,
  };
}

const DRAFT_ROWS = sql`consumer integer, control integer, key text, source text, state text, target numeric, wiring jsonb,
  two_persons boolean, verify_seconds integer, remark text, by_id integer, by_name text, token uuid, approved_by_id integer, approved_by_name text,
  approved_at timestamptz, requested_at timestamptz,
  selected_at timestamptz, select_until timestamptz, operated_at timestamptz, operate_until timestamptz, ended_at timestamptz,
  reason text, detail jsonb, value_before numeric, kw_promised numeric, linkage_run integer`;

/** Writes new commands with their first steps, in one statement. @returns them by `keyText`; one whose key is taken is missing */
export async function insertAll(trx: Db, drafts: readonly Draft[]): Promise<ReadonlyMap<string, CommandRow>> {
  if (drafts.length === 0) return new Map();
  const steps = stepRows(drafts.map(({ notes }, command) => ({ command, notes })));
  const rows = JSON.stringify(drafts.map((draft, n) => ({ n, ...drafted(draft) })));
  const { rows: written } = await sql<CommandRow>`
    with d as (select * from json_to_recordset(${rows}::json) d (n integer, ${DRAFT_ROWS})),
    k as (insert into control_command (consumer_id, control_id, key, source, state, target, wiring, two_persons,
        verify_seconds, remark, by_id, by_name, token, approved_by_id, approved_by_name, approved_at, requested_at,
        selected_at, select_until, operated_at, operate_until, ended_at, reason, detail, value_before, kw_promised, linkage_run_id)
      select consumer, control, key, source, state, target, wiring, two_persons, verify_seconds, remark, by_id, by_name, token,
        approved_by_id, approved_by_name, approved_at, requested_at, selected_at, select_until, operated_at, operate_until, ended_at, reason, detail, value_before,
        kw_promised, linkage_run
      from d on conflict (consumer_id, source, key) do nothing returning *),
    told as (insert into control_step (command_id, control_id, consumer_id, at, kind, by_id, by_name, ip, bytes, value, info)
      select k.id, k.control_id, k.consumer_id, coalesce(s.at, clock_timestamp()), s.kind, s.by_id, s.by_name, s.ip, s.bytes,
        s.value, s.info
      from k join d on d.consumer = k.consumer_id and d.source = k.source and d.key = k.key
      join json_to_recordset(${steps}::json) s (${STEP_ROWS}) on s.command = d.n order by s.n)
    select ${COMMAND_COLUMNS} from k`.execute(trx);
  return new Map(written.map((row) => [keyText(row), row]));
}
