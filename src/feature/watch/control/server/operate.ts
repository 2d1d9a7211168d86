import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ControlReason } from '#contract/control.ts';
import { Fault } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { refusalOf } from '#domain/control/permit.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import type { Caller } from '#server/route.ts';
import { Together, togetherOf } from '#server/together.ts';
import { apply, applyAll, type CommandRow, lockedCommands, type Move } from './command.ts';
import { byCaller, type Given, KEPT, movedTo } from './given.ts';
import { heldAll } from './held.ts';
import { withOperated } from './interlock.ts';
import { operationsOf, personOf, personWith } from './person.ts';
import { hindranceText, openOf, pointNow, type Standing } from './standing.ts';

const NO_COMMAND: Text = { zh: '命令不存在', en: 'There is no such command' };

/** A command with its output, while nobody changes them. */
interface Held {
  readonly command: CommandRow;
  readonly standing: Standing;
}

/** Commands with their outputs while nobody changes them, by the number of the command. */
async function heldCommands(trx: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Held>> {
  const { rows } = await sql<{ id: number }>`select distinct control_id as id from control_command
    where id = any (${ids}::integer[])`.execute(trx);
  const standings = await heldAll(trx, rows.map(({ id }) => id)); // prettier-ignore
  const found = new Map<number, Held>();
  for (const [id, command] of await lockedCommands(trx, ids)) {
    const standing = standings.get(command.controlId);
    if (!standing) continue;
    const { row } = standing;
    // Another command of the output says nothing of this one.
    const open = row.open?.commandId === id ? row.open : null;
    found.set(id, { command, standing: { ...standing, row: { ...row, open } } });
  }
  return found;
}

/** Loads a command with its output while nobody changes them. @throws Fault 404 */
export function withCommand<T>(
  db: Db,
  commandId: number,
  act: (trx: Db, command: CommandRow, standing: Standing) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const held = (await heldCommands(trx, [commandId])).get(commandId);
    if (!held) throw new Fault(404, NO_COMMAND);
    return act(trx, held.command, held.standing);
  });
}

/** Selects what somebody else approved. */
export function selectApproved(db: Db, caller: Caller, commandId: number): Promise<Given> {
  return withCommand(db, commandId, async (trx, command, standing) => {
    const { target } = command;
    const { now } = standing.row;
    const person = await personOf(trx, caller, false);
    const reason =
      refusalOf(person, pointNow(standing, target), openOf(standing), 'select') ??
      changedSince({ command, standing });
    if (reason !== null) {
      const { move, given } = refusing({ command, standing }, reason);
      return move ? { ...given, command: (await applyAll(trx, [move]))[0] ?? command } : given;
    }
    const notes = [{ kind: 'select', ...byCaller(caller) }] as const;
    const next = await apply(trx, command, { kind: 'select' }, now, notes, { token: randomUUID() });
    return movedTo(next, standing, target);
  });
}

/** What a person has selected. */
export interface Selected {
  readonly commandId: number;
  readonly token: string;
}

interface Asked extends Selected {
  readonly caller: Caller;
  /** The own password was given in this session. */
  readonly proven: boolean;
}

const rounds = togetherOf(
  (db) =>
    new Together<Asked, Given>(
      (asked) => operateAll(db, asked),
      (one) => one.commandId,
    ),
);

/**
 * Operates what the person has selected. What is operated at the same moment is written in one transaction.
 * @param proven the own password was given in this session @throws Fault 404
 */
export function operateCommand(
  db: Db,
  caller: Caller,
  { commandId, token }: Selected,
  proven: boolean,
): Promise<Given> {
  return rounds(db).ask({ caller, commandId, token, proven });
}

/**
 * Operates several that belong together: judged in one transaction, each as if those before it were operated already. Where
 * one may not be, none is. @param proven as above @throws Fault 404
 */
export async function operateTogether(
  db: Db,
  caller: Caller,
  selected: readonly Selected[],
  proven: boolean,
): Promise<Given[]> {
  const asked = selected.map((one) => ({ ...one, caller, proven }));
  const given = await operateAll(db, asked, (one) => one.move?.event.kind !== 'operate');
  return given.map((one) => {
    if (one instanceof Error) throw one;
    return one;
  });
}

const PERSON_LOCK = 0x4d48_434f;

/** @param only which of them are done where one of all is refused; default each by itself */
function operateAll(
  db: Db,
  asked: readonly Asked[],
  only: (one: Judged) => boolean = () => true,
): Promise<(Given | Error)[]> {
  const operate = async (trx: Db): Promise<(Given | Error)[]> => {
    const held = await heldCommands(trx, asked.map(({ commandId }) => commandId)); // prettier-ignore
    const people = [...new Set(asked.map(({ caller }) => caller.employeeId))];
    // No two operations of a person are counted at once.
    await sql`select pg_advisory_xact_lock(${PERSON_LOCK}, id) from (select id from unnest(${people}::integer[]) p (id)
      order by id) p`.execute(trx);
    const all = judgeAll(asked, held, new Map(await operationsOf(trx, people)));
    const refused = all.some((one) => one instanceof Error || one.given.refused !== null);
    const judged = all.map((one) =>
      one instanceof Error || !refused || only(one) ? one : { move: null, given: one.given },
    );
    const moves = judged.flatMap((one) => ('move' in one && one.move ? [one.move] : []));
    const next = new Map((await applyAll(trx, moves)).map((row, i) => [moves[i]?.before.id, row]));
    const leaving = [...next.values()].flatMap((row) => (row?.state === 'operating' ? [row.id] : []));
    if (leaving.length > 0) await tellSenders(trx, leaving);
    return judged.map((one) => {
      if (one instanceof Error || !one.move) return one instanceof Error ? one : one.given;
      const { standing, refused } = one.given;
      const { before } = one.move;
      const row = next.get(before.id) ?? null;
      return refused ? { command: row ?? before, standing, refused } : movedTo(row, standing, before.target);
    });
  };
  return withScope(db, 'all', operate, [], { prepared: true });
}

/** What an operation comes to, and what is written of it; null = nothing. */
interface Judged {
  readonly move: Move | null;
  readonly given: Given;
}

/** One after another: what is let through counts for those behind it, as an operation and as an output that is not idle. */
function judgeAll(
  asked: readonly Asked[],
  held: ReadonlyMap<number, Held>,
  operations: Map<number, number>,
): (Judged | Error)[] {
  const operated = new Set<number>();
  return asked.map((one) => {
    const found = held.get(one.commandId);
    if (!found) return new Fault(404, NO_COMMAND);
    const { command, standing } = found;
    const interlocks = withOperated(standing.interlocks, operated);
    const before = operations.get(one.caller.employeeId) ?? 0;
    const judgement = judge(one, { command, standing: { ...standing, interlocks } }, before);
    if (judgement.move?.event.kind === 'operate') {
      operations.set(one.caller.employeeId, before + 1);
      operated.add(command.controlId);
    }
    return judgement;
  });
}

function judge({ caller, token, proven }: Asked, held: Held, operations: number): Judged {
  const { command, standing } = held;
  const { target } = command;
  const person = personWith(caller, proven, operations);
  const reason =
    refusalOf(person, pointNow(standing, target), openOf(standing), 'operate') ?? changedSince(held);
  if (reason !== null) return refusing(held, reason);
  if (command.token === null || command.token !== token)
    return { move: null, given: { command, standing, refused: hindranceText('notOwn', standing, target) } };
  return {
    move: {
      before: command,
      event: { kind: 'operate' },
      now: standing.row.now,
      notes: [{ kind: 'operate', ...byCaller(caller) }],
    },
    given: { command, standing, refused: null },
  };
}

/** What was selected, or approved, is no longer what the output is; null = it is. */
function changedSince({ command, standing: { row } }: Held): ControlReason | null {
  if (row.twoPersons && !command.twoPersons) return 'twoPersons';
  return isDeepStrictEqual(command.wiring, row.wiring) ? null : 'rewired';
}

/** What stands against the point ends the command; what stands against the person leaves it as it is. */
function refusing({ command, standing }: Held, reason: ControlReason): Judged {
  const refused = hindranceText(reason, standing, command.target);
  const given = { command, standing, refused };
  if (!KEPT.includes(reason)) return { move: null, given };
  const more = { detail: refused.detail };
  return {
    move: { before: command, event: { kind: 'refuse', reason }, now: standing.row.now, notes: [], more },
    given,
  };
}

/** Whoever owns the way out hears of it at the commit. */
export const tellSenders = (trx: Db, ids: readonly number[]): Promise<unknown> =>
  sql`select pg_notify('control', ${ids.join(' ')})`.execute(trx);
