import { sql } from 'kysely';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import type { JsonRow, SlotCall } from '#server/resource/slot.ts';
import { addRow } from '#server/resource/write.ts';

/** What a new account is made of. */
export interface NewAccount {
  /** Fields of the account, as its form sends them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Hash of its password, made by `hashPassword`; null = an administrator sets it later. */
  readonly passwordHash: string | null;
  /** The person must choose another password at the first log-in. */
  readonly mustChange: boolean;
}

/** Adds an account together with its password in one transaction. @throws Fault 400, 403, 409 */
export async function addAccount(
  call: SlotCall,
  { fields, passwordHash, mustChange }: NewAccount,
): Promise<JsonRow> {
  const row = await addRow(call, orgEmployee, fields);
  if (passwordHash !== null)
    await sql`insert into employee_secret (employee_id, password_hash, must_change)
      values (${row.id}, ${passwordHash}, ${mustChange})`.execute(call.trx);
  return row;
}
