import { sql } from 'kysely';
import { Fault } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';

/** Whether the enterprise that the account `e` belongs to is out of use; an operator belongs to none. */
const enterpriseOff = sql<boolean>`exists (select from consumer own
  where own.id = e.consumer_id and own.state <> '1' and e.account_type = '0')`;

/** Whether the account `e` is in use, and the enterprise that it belongs to. */
export const inUse = sql<boolean>`(e.state = '1' and (e.expired_time is null or e.expired_time >= current_date)
  and not ${enterpriseOff})`;

/** The enterprises of the account `e` that are in use, its own first. */
export const consumersOf = sql<number[]>`array(select reached.id
  from unnest(array_prepend(e.consumer_id, coalesce(e.consumer_id_list, '{}'))) with ordinality as listed(id, ix)
    join consumer reached on reached.id = listed.id where reached.state = '1' order by listed.ix)`;

/** Whether nobody of the account's enterprise may come in now. */
export async function isEnterpriseOff(db: Db, employeeId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from org_employee e
    where e.id = ${employeeId} and ${enterpriseOff}`.execute(db);
  return rows.length > 0;
}

/** What somebody reads who has proven to be the account's holder. */
export const enterpriseOutOfUse = (): Fault =>
  new Fault(403, {
    zh: '您所属的企业已停用，不能登录；请联系平台运营方',
    en: 'Your enterprise is out of use, so nobody of it can log in; speak to the operator of the platform',
  });
