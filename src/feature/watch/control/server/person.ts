import { sql } from 'kysely';
import { CONTROL_ACTS, PROOF_MS } from '#contract/control.ts';
import type { Person } from '#domain/control/permit.ts';
import { provenUntil } from '#feature/house/session/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Call, Caller } from '#server/route.ts';

/** The function code of an act of control. */
export const rightOf = (act: (typeof CONTROL_ACTS)[number]): string => `archive.iRemoteControl.${act}`;

/** Operations of an account within the last hour. */
async function operationsOf(db: Db, employeeId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from control_command
    where by_id = ${employeeId} and operated_at > clock_timestamp() - interval '1 hour'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Until when the caller's session needs no password, ms; null = it does. */
export const provenOf = (call: Pick<Call<unknown>, 'services' | 'request'>): Promise<number | null> =>
  provenUntil(call, PROOF_MS);

/** Who calls, as far as control asks; that the point is seen was asked by the transaction that read it. */
export async function personOf(db: Db, caller: Caller, proven: boolean): Promise<Person> {
  return {
    id: caller.employeeId,
    session: true,
    sees: true,
    rights: new Set(CONTROL_ACTS.filter((act) => caller.funCodes.has(rightOf(act)))),
    proven,
    operations: await operationsOf(db, caller.employeeId),
  };
}
