import type { AccountType } from '#contract/accountType.ts';
import { sql } from 'kysely';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { CONSUMER_TYPE } from '#contract/orgType.ts';
import { PASSWORD_DAYS } from '#contract/password.ts';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { enterpriseZone } from '#server/database/enterpriseZone.ts';
import { nameIn } from '#server/resource/nameIn.ts';

/** An account as the shell shows it. */
export interface Account {
  readonly userId: number;
  readonly userName: string;
  readonly name: string;
  readonly accountType: AccountType;
  /** The account's own enterprise; null for an operator. */
  readonly orgId: number | null;
  readonly orgName: string | null;
  readonly icon: string | null;
  /** Code of the class of persons (dictionary `empClassify`). */
  readonly empClassifyId: string | null;
}

/** Whether a row of `employee_secret` asks for a new password: set by another person, or too old. */
export const passwordDue = sql`(must_change or changed_at < now() - make_interval(days => ${PASSWORD_DAYS}))`;

/** Whether the account must choose a new password: 1 = yes (specification 3 section 4, "Login"). */
export async function passwordExpiredOf(db: Db, employeeId: number): Promise<0 | 1> {
  const { rows } = await sql<{ expired: boolean }>`
    select ${passwordDue} as expired from employee_secret where employee_id = ${employeeId}`.execute(db);
  return rows[0]?.expired ? 1 : 0;
}

/** The account of an employee; read by the system, since the enterprise may lie outside any scope. */
export async function accountOf(db: Db, employeeId: number, language: Language): Promise<Account> {
  const { rows } = await sql<Account>`
    select e.id as "userId", e.user_name as "userName", ${nameIn('e.name', language)} as name, e.account_type as "accountType",
      e.consumer_id as "orgId", ${nameIn('c.org_name', language)} as "orgName", e.icon, e.emp_classify_id as "empClassifyId"
    from org_employee e left join consumer c on c.id = e.consumer_id
    where e.id = ${employeeId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`there is no employee ${employeeId}`);
  return row;
}

/** An enterprise in the selector of the header. */
export interface ConsumerChoice {
  readonly orgId: number;
  readonly orgName: string;
  readonly orgCode: string;
  readonly orgType: typeof CONSUMER_TYPE;
  readonly areaFullName: string | null;
  readonly imgPath: string | null;
  /** The meter that is the enterprise's electricity by itself; null where several are, or none. */
  readonly ammeterId: number | null;
  readonly dataAmmeterId: number | null;
  readonly groupId: number | null;
  /** The group (集团) that it is a member of; operators see it in the header. */
  readonly groupName: string | null;
  /** The zone of its days: that of most of its meters, else of its first site. */
  readonly timeZone: string;
}

/**
 * The meter that stands alone for the electricity of an enterprise `c`: the only line of its list, else its only meter
 * at the top (decision 126). Null where several stand for it.
 */
const METER = sql`(select case when cardinality(l.ids) > 0 then case when cardinality(l.ids) = 1 then l.ids[1] end
    when cardinality(t.ids) = 1 then t.ids[1] end
  from (select array(select ammeter_id from org_ammeter where org_id = c.id and data_type = ${sql.lit(ENERGY.electricity)} limit 2) as ids) l,
    (select array(select a.id from ammeter a where a.consumer_id = c.id and a.data_type = ${sql.lit(ENERGY.electricity)}
      and a.device_type <> ${sql.lit(DEVICE_TYPE.totalAdder)} and a.parent_id is null limit 2) as ids) t)`;

/** The enterprises that the transaction's scope shows, in order of name, at most 1000. */
export async function consumerChoices(trx: Db): Promise<ConsumerChoice[]> {
  const { rows } = await sql<Omit<ConsumerChoice, 'orgType' | 'dataAmmeterId'>>`
    select c.id as "orgId", shown_name(c.org_name, c.org_name_en) as "orgName", c.org_code as "orgCode",
      coalesce((select string_agg(a.area_name, ' ' order by a.area_code) from admin_area a
        where a.area_code in (left(c.area_code, 2) || '0000', left(c.area_code, 4) || '00', c.area_code)),
        c.area_code) as "areaFullName",
      (select '/api/sys/consumer/picture?orgId=' || c.id || '&kind=logo&v=' || max(f.id) from file_record f
        where f.consumer_id = c.id and f.file_type = 'logo') as "imgPath",
      g.id as "groupId", shown_name(g.group_name, g.group_name_en) as "groupName", ${METER} as "ammeterId",
      ${enterpriseZone(sql`c.id`)} as "timeZone"
    from consumer c left join (select distinct on (member) member, id, group_name, group_name_en
      from "group" cross join unnest(consumer_id_list) as m(member)
      where state = '1' order by member, id) g on g.member = c.id
    where c.state = '1' order by c.id limit 1000`.execute(trx);
  return rows.map((row) => ({ ...row, orgType: CONSUMER_TYPE, dataAmmeterId: row.ammeterId }));
}
