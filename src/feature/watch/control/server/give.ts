import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ControlReason } from '#contract/control.ts';
import { badInput, Fault } from '#contract/error.ts';
import { CONTROL_REASONS } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import { requested, step } from '#domain/control/command.ts';
import { hindranceOf, refusalOf } from '#domain/control/permit.ts';
import type { Db } from '#server/database/db.ts';
import type { Caller } from '#server/route.ts';
import { faultOfTarget } from '../domain/wiring.ts';
import { apply, COMMAND_COLUMNS, type CommandRow, commandRow, endOverdue, writeSteps } from './command.ts';
import { personOf } from './person.ts';
import { hindranceText, openOf, pointNow, type Standing, standingsOf } from './standing.ts';

/** What a person wants of an output. */
export interface Wish {
  readonly target: number;
  /** The same key is the same command. */
  readonly key?: string | undefined;
  readonly remark?: string | undefined;
}

/** What came of giving a command: it stands, or why it does not, which is kept as far as it says something of the point. */
export interface Given {
  readonly command: CommandRow | null;
  readonly standing: Standing;
  readonly refused: { readonly reason: ControlReason; readonly detail: Text | null } | null;
}

/** Refusals that say something of the point: they are kept as commands that ended. The others are the person's own affair. */
const KEPT: readonly ControlReason[] = [
  'outOfUse',
  'notWired',
  'channelOff',
  'tagged',
  'positionUnknown',
  'interlock',
  'minimumOff',
];

/** Nobody else gives a command to the output meanwhile; it as it stands then. @throws Fault 400 for the target */
async function held(trx: Db, controlId: number, target: number): Promise<Standing> {
  await sql`select from i_remote_control where id = ${controlId} for no key update`.execute(trx);
  await endOverdue(trx, controlId);
  const [standing] = await standingsOf(trx, { ids: [controlId] });
  if (!standing) throw new Fault(404, { zh: '遥控点不存在', en: 'There is no such output' });
  const fault = standing.row.wiring.way === null ? null : faultOfTarget(standing.row.wiring, target);
  if (fault) throw badInput(fault, 'value');
  return standing;
}

/** Writes a new command as it stands. */
async function insert(
  trx: Db,
  { row }: Standing,
  from: Pick<CommandRow, 'source' | 'state' | 'selectUntil' | 'operateUntil' | 'reason'> & {
    readonly wish: Wish;
    readonly by: { readonly id: number | null; readonly name: string };
    readonly token: string | null;
    readonly linkageRunId?: number;
    readonly detail?: Text | null;
  },
  now: number,
): Promise<CommandRow | undefined> {
  const at = (value: number | null) => (value === null ? null : new Date(value));
  const selected = from.state === 'selected' || from.state === 'operating';
  const ended = from.state === 'refused';
  const { rows } = await sql<CommandRow>`
    with k as (insert into control_command (consumer_id, control_id, key, source, state, target, wiring, two_persons,
      verify_seconds, remark, by_id, by_name, token, requested_at, selected_at, select_until, operated_at, operate_until,
      ended_at, reason, detail, value_before, kw_promised, linkage_run_id)
    values (${row.consumerId}, ${row.controlId}, ${from.wish.key ?? randomUUID()}, ${from.source}, ${from.state},
      ${from.wish.target}, ${JSON.stringify(row.wiring)}, ${row.twoPersons}, ${row.verifySeconds},
      ${from.wish.remark ?? null}, ${from.by.id}, ${from.by.name}, ${from.token}, ${new Date(now)},
      ${selected ? new Date(now) : null}, ${at(from.selectUntil)}, ${from.state === 'operating' ? new Date(now) : null},
      ${at(from.operateUntil)}, ${ended ? new Date(now) : null}, ${from.reason},
      ${from.detail ? JSON.stringify(from.detail) : null}, ${row.known ? row.value : null}, ${row.shedPower},
      ${from.linkageRunId ?? null})
    on conflict (consumer_id, key) do nothing returning *)
    select ${COMMAND_COLUMNS} from k`.execute(trx);
  return rows[0];
}

async function byKey(trx: Db, consumerId: number, key: string): Promise<CommandRow | undefined> {
  const { rows } = await sql<CommandRow>`select ${COMMAND_COLUMNS} from control_command k
    where k.consumer_id = ${consumerId} and k.key = ${key}`.execute(trx);
  return rows[0];
}

const KEY_TAKEN: Text = {
  zh: '此幂等键已用于另一条命令',
  en: 'The key was used for another command',
};

/**
 * Selects an output for a person, or files the request where two persons are needed. `controlId` was seen by the caller.
 * @throws Fault 400 for the target, 409 for a key of another command
 */
export function selectPoint(db: Db, caller: Caller, controlId: number, wish: Wish): Promise<Given> {
  return db.transaction().execute(async (trx) => {
    const standing = await held(trx, controlId, wish.target);
    const { row } = standing;
    const known = wish.key === undefined ? undefined : await byKey(trx, row.consumerId, wish.key);
    if (known) {
      const same =
        known.controlId === controlId && known.target === wish.target && known.byId === caller.employeeId;
      if (!same) throw new Fault(409, KEY_TAKEN, 'key');
      return { command: known, standing, refused: null };
    }
    const person = await personOf(trx, caller, false);
    const reason = refusalOf(person, pointNow(standing, wish.target), openOf(standing), 'request');
    const now = row.now;
    const by = { id: caller.employeeId, name: caller.name };
    const note = { byId: by.id, byName: by.name, ip: caller.ip ?? null };
    if (reason !== null) {
      const refused = hindranceText(reason, standing, wish.target);
      if (!KEPT.includes(reason)) return { command: null, standing, refused };
      const from = {
        source: 'person',
        state: 'refused',
        selectUntil: null,
        operateUntil: null,
        reason,
      } as const;
      const command = await insert(
        trx,
        standing,
        { ...from, wish, by, token: null, detail: refused.detail },
        now,
      );
      const end = { kind: 'end', info: { state: 'refused', ...refused } } as const;
      if (command) await writeSteps(trx, command, [{ kind: 'request', ...note }, end]);
      return { command: command ?? null, standing, refused };
    }
    const begun = requested(row.twoPersons, now);
    const { state, selectUntil } = step(begun, { kind: 'select' }, now) ?? begun;
    const token = row.twoPersons ? null : randomUUID();
    const from = { source: 'person', state, selectUntil, operateUntil: null, reason: null } as const;
    const command = await insert(trx, standing, { ...from, wish, by, token }, now);
    if (!command) throw new Fault(409, KEY_TAKEN, 'key');
    await writeSteps(trx, command, [
      { kind: 'request', ...note },
      ...(state === 'selected' ? [{ kind: 'select' as const, ...note }] : []),
    ]);
    return { command, standing, refused: null };
  });
}

/** Selects what somebody else approved. */
export function selectApproved(db: Db, caller: Caller, commandId: number): Promise<Given> {
  return withCommand(db, commandId, async (trx, command, standing) => {
    const person = await personOf(trx, caller, false);
    const reason = refusalOf(person, pointNow(standing, command.target), openOf(standing), 'select');
    const note = { byId: caller.employeeId, byName: caller.name, ip: caller.ip ?? null };
    if (reason !== null) return refuse(trx, command, standing, reason);
    const token = randomUUID();
    const next = await apply(
      trx,
      command,
      { kind: 'select' },
      standing.row.now,
      [{ kind: 'select', ...note }],
      { token },
    );
    return {
      command: next,
      standing,
      refused: next ? null : hindranceText('state', standing, command.target),
    };
  });
}

/** Operates what the person has selected. @param proven the own password was given in this session */
export function operateCommand(
  db: Db,
  caller: Caller,
  { commandId, token }: { readonly commandId: number; readonly token: string },
  proven: boolean,
): Promise<Given> {
  return withCommand(db, commandId, async (trx, command, standing) => {
    // No two operations of a person are counted at once.
    await sql`select pg_advisory_xact_lock(${PERSON_LOCK}, ${caller.employeeId})`.execute(trx);
    const person = await personOf(trx, caller, proven);
    const reason = refusalOf(person, pointNow(standing, command.target), openOf(standing), 'operate');
    if (reason !== null) return refuse(trx, command, standing, reason);
    if (command.token === null || command.token !== token)
      return { command, standing, refused: hindranceText('notOwn', standing, command.target) };
    const note = { byId: caller.employeeId, byName: caller.name, ip: caller.ip ?? null };
    const next = await apply(trx, command, { kind: 'operate' }, standing.row.now, [
      { kind: 'operate', ...note },
    ]);
    if (next) await tellSenders(trx, next.id);
    return {
      command: next,
      standing,
      refused: next ? null : hindranceText('state', standing, command.target),
    };
  });
}

const PERSON_LOCK = 0x4d48_434f;

/** Whoever owns the way out hears of it at the commit. */
const tellSenders = (trx: Db, id: number): Promise<unknown> =>
  sql`select pg_notify('control', ${String(id)})`.execute(trx);

/** What stands against the point ends the command; what stands against the person leaves it as it is. */
async function refuse(
  trx: Db,
  command: CommandRow,
  standing: Standing,
  reason: ControlReason,
): Promise<Given> {
  const refused = hindranceText(reason, standing, command.target);
  if (!KEPT.includes(reason)) return { command, standing, refused };
  const ended = await apply(trx, command, { kind: 'refuse', reason }, standing.row.now, [], {
    detail: refused.detail,
  });
  return { command: ended ?? command, standing, refused };
}

/** Loads a command with its output while nobody changes them. @throws Fault 404 */
export function withCommand<T>(
  db: Db,
  commandId: number,
  act: (trx: Db, command: CommandRow, standing: Standing) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const known = await commandRow(trx, commandId);
    if (!known) throw new Fault(404, { zh: '命令不存在', en: 'There is no such command' });
    const standing = await held(trx, known.controlId, known.target);
    const command = (await commandRow(trx, commandId, true)) ?? known;
    const { row } = standing;
    // Another command of the output says nothing of this one.
    const open = row.open?.commandId === commandId ? row.open : null;
    return act(trx, command, { ...standing, row: { ...row, open } });
  });
}

/** What an alarm, or shedding, wants of an output. */
export interface Order {
  readonly source: 'linkage' | 'shed';
  readonly key: string;
  readonly target: number;
  readonly byName: string;
  readonly byId: number | null;
  readonly remark: string;
  readonly linkageRunId?: number;
}

/**
 * Gives a command that no person stands before: at once selected and operated, through every check of the point. One for
 * two persons is refused. What is refused is kept as a command that ended. The same key gives nothing again.
 */
export async function giveOrder(trx: Db, controlId: number, order: Order): Promise<CommandRow | null> {
  await sql`select from i_remote_control where id = ${controlId} for no key update`.execute(trx);
  await endOverdue(trx, controlId);
  const [standing] = await standingsOf(trx, { ids: [controlId] });
  if (!standing) return null;
  const { row } = standing;
  const known = await byKey(trx, row.consumerId, order.key);
  if (known) return known;
  const now = row.now;
  const wish = { target: order.target, key: order.key, remark: order.remark };
  const by = { id: order.byId, name: order.byName };
  const badTarget = row.wiring.way === null ? null : faultOfTarget(row.wiring, order.target);
  const reason: ControlReason | null = row.open
    ? 'busy'
    : row.twoPersons
      ? 'twoPersons'
      : badTarget
        ? 'state'
        : hindranceOf(pointNow(standing, order.target));
  const run = order.linkageRunId === undefined ? {} : { linkageRunId: order.linkageRunId };
  const base = { source: order.source, wish, by, token: null, ...run };
  if (reason !== null) {
    const refused = badTarget ? { reason, detail: badTarget } : hindranceText(reason, standing, order.target);
    const from = { ...base, state: 'refused', selectUntil: null, operateUntil: null, reason } as const;
    const command = await insert(trx, standing, { ...from, detail: refused.detail }, now);
    const end = { kind: 'end', info: { state: 'refused', ...refused } } as const;
    if (command) await writeSteps(trx, command, [{ kind: 'request', byName: by.name, byId: by.id }, end]);
    return command ?? null;
  }
  const begun = requested(false, now);
  const operating = step(step(begun, { kind: 'select' }, now) ?? begun, { kind: 'operate' }, now) ?? begun;
  const { state, selectUntil, operateUntil } = operating;
  const command = await insert(
    trx,
    standing,
    { ...base, state, selectUntil, operateUntil, reason: null },
    now,
  );
  if (!command) return null;
  const note = { byName: by.name, byId: by.id };
  await writeSteps(trx, command, [
    { kind: 'request', ...note },
    { kind: 'select', ...note },
    { kind: 'operate', ...note },
  ]);
  await tellSenders(trx, command.id);
  return command;
}

/** The failure that a caller hears. */
export function faultOf(reason: ControlReason, detail: Text | null, data?: unknown): Fault {
  const { zh, en } = CONTROL_REASONS[reason];
  const text = detail === null ? { zh, en } : { zh: `${zh}：${detail.zh}`, en: `${en}: ${detail.en}` };
  const code =
    reason === 'tooSoon' || reason === 'tooManyOfPoint' || reason === 'tooManyOfPerson'
      ? 429
      : reason === 'noRight' || reason === 'passwordDue' || reason === 'ownRequest' || reason === 'notOwn'
        ? 403
        : reason === 'notSeen'
          ? 404
          : 409;
  return new Fault(code, text, reason === 'passwordDue' ? 'password' : undefined, data);
}
