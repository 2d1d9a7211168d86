import { ACCOUNT } from '#contract/accountType.ts';
import { sql } from 'kysely';
import { consumer } from '#resource/archive/consumer.ts';
import { orgRole } from '#resource/sys/orgRole.ts';
import { sendSms } from '#feature/house/outbox/server/public.ts';
import { addAccount } from '#feature/settings/account/server/public.ts';
import type { Ending } from '#feature/settings/workflow/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { addRow } from '#server/resource/write.ts';

/** Begins the code of the role that an approved enterprise gets of its own; new functions reach these roles too. */
const OWN_ROLE = 'enterprise-';

/**
 * The approval brings an enterprise, a role of its own (with what the shipped role of enterprises holds) and its
 * first account into being, which administers it, all in the transaction of the approval, and tells the applicant.
 */
export async function openEnterprise({ call, params, secret }: Ending): Promise<void> {
  const { trx } = call;
  const { ids, codes } = await shippedRole(trx, 'enterprise');
  const administrator = await shippedRole(trx, 'accountAdmin');
  // The approval itself is the right to hand out what enterprises hold.
  const approved: SlotCall = {
    ...call,
    caller: {
      ...call.caller,
      accountType: ACCOUNT.operator,
      scope: 'all',
      funCodes: new Set([...codes, ...administrator.codes]),
    },
  };
  const { id: consumerId } = await addRow(approved, consumer, {
    orgName: params['orgName'],
    orgCode: params['orgCode'],
    address: params['address'],
    phone: params['phone'],
  });
  const role = await addRow(approved, orgRole, {
    roleName: String(params['orgName']).slice(0, 60),
    roleCode: `${OWN_ROLE}${consumerId}`,
    orgFunList: ids,
  });
  const userName = await freeName(trx, String(params['userName']).toLowerCase());
  await addAccount(approved, {
    fields: {
      userName,
      name: params['contactName'],
      accountType: ACCOUNT.enterprise,
      consumerId,
      roleIdList: [role.id, administrator.roleId],
      telephone: params['phone'],
      email: params['email'],
    },
    passwordHash: secret['passwordHash'] ?? null,
    mustChange: false,
  });
  await sendSms(trx, {
    to: String(params['phone']),
    text: {
      zh: `${params['orgName']} 的 Meterhouse 账号已开通，登录名：${userName}，密码为注册时所填。`,
      en: `The Meterhouse account of ${params['orgName']} is open. Log in as ${userName} with the password that you chose.`,
    },
    purpose: 'account',
    consumerId,
  });
}

/** A role that the product ships, with its functions. */
async function shippedRole(trx: Db, code: 'enterprise' | 'accountAdmin') {
  const { rows } = await sql<{ roleId: number; ids: number[]; codes: string[] }>`
    select r.id as "roleId", array_agg(f.id) as ids, array_agg(f.fun_code) as codes
    from org_role r cross join unnest(r.org_fun_list) as held(id) join fun f on f.id = held.id
    where r.role_code = ${code} group by r.id`.execute(trx);
  if (!rows[0]) throw new Error(`the role ${code} is missing`);
  return rows[0];
}

/** The name asked for, or with a number behind it where another account has it. */
async function freeName(trx: Db, wanted: string): Promise<string> {
  const stem = wanted.slice(0, 55);
  const { rows } = await sql<{ user_name: string }>`select user_name from org_employee
    where user_name = ${wanted} or user_name ~ ('^' || ${stem.replace(/[.\\+*?[^\]$(){}=!<>|:#-]/g, '\\$&')} || '[0-9]+$')`.execute(
    trx,
  );
  const taken = new Set(rows.map((row) => row.user_name));
  if (!taken.has(wanted)) return wanted;
  let n = 2;
  while (taken.has(`${stem}${n}`)) n += 1;
  return `${stem}${n}`;
}
