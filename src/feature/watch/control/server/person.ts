import { sql } from 'kysely';
import { CONTROL_ACTS, PROOF_MS } from '#contract/control.ts';
import type { Person } from '#domain/control/permit.ts';
import { provenUntil } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Call, Caller } from '#server/route.ts';
import { notAhead } from './point.ts';

/** The function code of an act of control. */
export const rightOf = (act: (typeof CONTROL_ACTS)[number]): string => `archive.iRemoteControl.${act}`;

/** Operations of accounts by hand within the last hour, by account; none where there were none. What alarms and shedding do in somebody's name takes nothing from the person. */
export async function operationsOf(
  db: Db,
  employeeIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{
    id: number;
    n: number;
  }>`select by_id as id, count(*)::integer as n from control_command
    where by_id = any (${employeeIds}::integer[]) and source = 'person'
      and operated_at > clock_timestamp() - interval '1 hour' and operated_at < ${notAhead}
    group by by_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Until when the caller's session needs no password, ms; null = it does. */
export const provenOf = (call: Pick<Call<unknown>, 'services' | 'request'>): Promise<number | null> =>
  provenUntil(call, PROOF_MS);

/** Who calls, as far as control asks; that the point is seen was asked by the transaction that read it. */
export async function personOf(db: Db, caller: Caller, proven: boolean): Promise<Person> {
  return personWith(
    caller,
    proven,
    (await operationsOf(db, [caller.employeeId])).get(caller.employeeId) ?? 0,
  );
}

/** The same with the operations of the last hour. */
export const personWith = (caller: Caller, proven: boolean, operations: number): Person => ({
  id: caller.employeeId,
  session: true,
  sees: true,
  rights: new Set(CONTROL_ACTS.filter((act) => caller.funCodes.has(rightOf(act)))),
  proven,
  operations,
});
