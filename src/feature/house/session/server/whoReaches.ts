import type { AccountType } from '#contract/accountType.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { consumersOf, inUse } from './inUse.ts';
import { codesOf, type Limits, limitsOf, reachOf, scopeOf } from './right.ts';

/** Which of some accounts are in use and see what lies at a site (null = the enterprise as a whole). */
export async function whoReaches(
  db: Db,
  employeeIds: readonly number[],
  { consumerId, siteId }: { readonly consumerId: number; readonly siteId: number | null },
): Promise<ReadonlySet<number>> {
  if (employeeIds.length === 0) return new Set();
  const { rows } = await sql<{
    id: number;
    account_type: AccountType;
    consumers: number[];
    codes: string[];
    limits: Limits;
  }>`select e.id, e.account_type, ${codesOf} as codes, ${limitsOf} as limits,
      ${consumersOf} as consumers
    from org_employee e where e.id = any (${employeeIds}) and ${inUse}`.execute(db);
  const found = new Set<number>();
  for (const account of rows) {
    const { scope, limit } = await reachOf(db, scopeOf(account), account.limits);
    if (scope !== 'all' && !scope.includes(consumerId)) continue;
    if (limit === undefined || limit.includes(consumerId) || (siteId !== null && limit.includes(siteId)))
      found.add(account.id);
  }
  return found;
}
