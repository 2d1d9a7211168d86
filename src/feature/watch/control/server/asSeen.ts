import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { groupedBy } from '#domain/group.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import type { Call } from '#server/route.ts';
import { Together, togetherOf } from '#server/together.ts';
import type { CommandWire } from '../contract.ts';
import { commandWires } from './present.ts';

/** A call beside its transaction, which has ended: what it waits for holds no connection. */
export type Asking = Pick<Call<unknown>, 'caller' | 'language' | 'services' | 'request'>;

interface Asked extends Pick<Asking, 'caller' | 'language'> {
  readonly id: number;
}

/** What is found of some ids, by id, in a transaction that shows what the person sees. */
type Read<A> = (trx: Db, ids: readonly number[], personId: number) => Promise<ReadonlyMap<number, A>>;

/**
 * Reads rows as those who ask see them, in transactions of their own: a hundred outputs are operated at once (decision 170),
 * and what one person asks at the same moment is one statement.
 */
function asSeen<A>(read: Read<A>): (asking: Asking, id: number) => Promise<A | undefined> {
  const rounds = togetherOf((db) => new Together<Asked, A | undefined>((asked) => readAll(db, asked, read)));
  return ({ caller, language, services: { db } }, id) => rounds(db).ask({ caller, language, id });
}

/** Who sees the same. */
const eyesOf = ({ caller: { employeeId, scope, limit }, language }: Asked): string =>
  JSON.stringify([employeeId, scope, limit ?? [], language]);

async function readAll<A>(db: Db, asked: readonly Asked[], read: Read<A>): Promise<(A | undefined)[]> {
  const found = new Map<Asked, A | undefined>();
  const one = async (some: readonly Asked[]): Promise<void> => {
    const [{ caller, language }] = some as readonly [Asked];
    const { scope, limit, employeeId } = caller;
    const ids = [...new Set(some.map(({ id }) => id))];
    const way = { readOnly: true, prepared: true, language };
    const rows = await withScope(db, scope, (trx) => read(trx, ids, employeeId), limit, way);
    for (const each of some) found.set(each, rows.get(each.id));
  };
  await Promise.all([...groupedBy(asked, eyesOf).values()].map(one));
  return asked.map((each) => found.get(each));
}

/** Whether there is such a row of a table. */
const rowsAsSeen = (table: 'i_remote_control' | 'control_command') =>
  asSeen(async (trx, ids) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where id = any (${ids}::integer[])`.execute(trx);
    return new Map(rows.map(({ id }) => [id, true]));
  });
const pointsAsSeen = rowsAsSeen('i_remote_control');
const commandsAsSeen = rowsAsSeen('control_command');

/** The point is within what the caller sees; asked before anything is written for it. @throws Fault 404 */
export async function seenPoint(asking: Asking, controlId: number): Promise<void> {
  if (!(await pointsAsSeen(asking, controlId))) throw noSuchRow();
}

/** The same of a command. @throws Fault 404 */
export async function seenCommand(asking: Asking, commandId: number): Promise<void> {
  if (!(await commandsAsSeen(asking, commandId))) throw noSuchRow();
}

/** A command as the caller sees it, after all that was committed; undefined where there is none. */
export const wireAsSeen = asSeen<CommandWire>(async (trx, ids, personId) => {
  const { list } = await commandWires(trx, { ids, limit: ids.length, offset: 0 }, personId);
  return new Map(list.map((wire) => [wire.commandId, wire]));
});
