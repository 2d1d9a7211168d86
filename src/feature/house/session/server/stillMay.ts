import type { AccountType } from '#contract/accountType.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { consumersOf, inUse } from './inUse.ts';
import { codesOf, type Limits, limitsOf, reachOf, scopeOf } from './right.ts';

/** With which rights something was begun that goes on without a session. */
export interface Begun {
  readonly employeeId: number | null;
  /** Function code of the call; `*` = the handler asked, null = nobody's rights are behind it. */
  readonly funCode: string | null;
  /** The enterprises that the account saw, as `scopeText` writes them. */
  readonly madeIn: string | null;
  /** What it was limited to; null = nothing. */
  readonly madeWithin: readonly number[] | null;
}

/** Whether the account of something begun still has its function and reaches all that it reached then. */
export async function stillMay(db: Db, begun: Begun): Promise<boolean> {
  if (begun.funCode === null) return true;
  const { rows } = await sql<{
    account_type: AccountType;
    consumers: number[];
    codes: string[];
    limits: Limits;
  }>`select e.account_type, ${codesOf} as codes, ${limitsOf} as limits,
      ${consumersOf} as consumers
    from org_employee e where e.id = ${begun.employeeId} and ${inUse}`.execute(db);
  const [account] = rows;
  if (!account || account.codes.length === 0) return false;
  if (begun.funCode !== '*' && !account.codes.includes(begun.funCode)) return false;
  const { scope, limit } = await reachOf(db, scopeOf(account), account.limits);
  if (scope !== 'all') {
    if (begun.madeIn === 'all') return false;
    if ((begun.madeIn ?? '').split(',').some((id) => id !== '' && !scope.includes(Number(id)))) return false;
  }
  return limit === undefined || (begun.madeWithin?.every((id) => limit.includes(id)) ?? false);
}
